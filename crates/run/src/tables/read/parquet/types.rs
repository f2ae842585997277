//! The types in which columns are decoded: the types of the file, as far as the decoder has them.

use crate::tables::carrying::nested;
use arrow_schema::{DataType, Field, FieldRef, Schema, TimeUnit};
use parquet::{
    arrow::{
        arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions},
        parquet_to_arrow_schema,
    },
    basic::{LogicalType, Type as PhysicalType},
    errors::Result,
    file::metadata::FileMetaData,
    schema::types::{SchemaDescriptor, Type, TypePtr},
};
use std::sync::Arc;

/// The index with types that can be decoded.
///
/// # Errors
/// If columns cannot have these types.
pub(super) fn with_types(
    metadata: ArrowReaderMetadata,
    options: ArrowReaderOptions,
) -> Result<ArrowReaderMetadata> {
    let schema = metadata.schema();
    let recorded = recorded(metadata.metadata().file_metadata());
    let field = |(number, field): (usize, &FieldRef)| {
        let recorded = recorded.as_ref().and_then(|schema| schema.fields().get(number));
        let data_type = match (field.data_type(), recorded.map(|field| field.data_type())) {
            (DataType::Timestamp(unit, Some(_)), Some(DataType::Timestamp(TimeUnit::Second, Some(zone)))) => {
                DataType::Timestamp(*unit, Some(zone.clone()))
            }
            (other, _) => nested(other.clone(), &decoded),
        };
        Field::clone(field).with_data_type(data_type)
    };
    let fields: Vec<Field> = schema.fields().iter().enumerate().map(field).collect();
    let wanted = Schema::new_with_metadata(fields, schema.metadata().clone());
    if wanted == **schema {
        return Ok(metadata);
    }
    ArrowReaderMetadata::try_new(metadata.metadata().clone(), options.with_schema(Arc::new(wanted)))
}

/// The type without the dictionaries that the decoder cannot make: for them it reports that the file ends too early, or panics.
fn decoded(data_type: DataType) -> DataType {
    use DataType::*;
    match data_type {
        Dictionary(_, values)
            if matches!(
                *values,
                FixedSizeBinary(_)
                    | Boolean
                    | Float16
                    | Decimal32(..)
                    | Decimal64(..)
                    | Decimal128(..)
                    | Decimal256(..)
            ) =>
        {
            *values
        }
        other => other,
    }
}

/// The types as Arrow has recorded them, also of timestamps in seconds: Parquet counts milliseconds, and the decoder would lose
/// their time zone.
fn recorded(about: &FileMetaData) -> Option<Schema> {
    let all = about.schema_descr();
    let fields: Result<Vec<TypePtr>> = all.root_schema().get_fields().iter().map(without_unit).collect();
    let root = Type::group_type_builder(all.name()).with_fields(fields.ok()?).build().ok()?;
    let columns = SchemaDescriptor::new(Arc::new(root));
    parquet_to_arrow_schema(&columns, about.key_value_metadata()).ok()
}

/// The same column as plain integers, if it counts milliseconds.
fn without_unit(column: &TypePtr) -> Result<TypePtr> {
    let about = column.get_basic_info();
    let is_timestamp = matches!(about.logical_type_ref(), Some(LogicalType::Timestamp { .. }));
    if !column.is_primitive() || !is_timestamp {
        return Ok(column.clone());
    }
    let plain = Type::primitive_type_builder(about.name(), PhysicalType::INT64);
    plain.with_repetition(about.repetition()).build().map(Arc::new)
}
