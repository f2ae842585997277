//! The text of lists of strings.

use arrow_array::{Array, GenericListArray, OffsetSizeTrait, StringArray, cast::AsArray};
use arrow_schema::DataType;

/// The text between the strings of a list.
const BETWEEN: &str = " | ";

/// The text of each list of strings.
pub(super) fn texts<O: OffsetSizeTrait>(lists: &GenericListArray<O>) -> StringArray {
    let strings = lists.values();
    let string = |at: usize| match strings.data_type() {
        _ if strings.is_null(at) => "null",
        DataType::Utf8 => strings.as_string::<i32>().value(at),
        DataType::LargeUtf8 => strings.as_string::<i64>().value(at),
        _ => strings.as_string_view().value(at),
    };
    let text = |(row, ends): (usize, &[O])| {
        let strings = (ends[0].as_usize()..ends[1].as_usize()).map(string);
        lists.is_valid(row).then(|| strings.collect::<Vec<_>>().join(BETWEEN))
    };
    lists.value_offsets().windows(2).enumerate().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::builder::{ListBuilder, StringBuilder};

    #[test]
    fn strings_are_joined() {
        let mut lists = ListBuilder::new(StringBuilder::new());
        lists.append_value([Some("a"), Some("b|c")]);
        lists.append_null();
        lists.append_value::<_, &str>([]);
        assert_eq!(texts(&lists.finish()), StringArray::from(vec![Some("a | b|c"), None, Some("")]));
        let mut with_null = ListBuilder::new(StringBuilder::new());
        with_null.append_value([Some("a"), None]);
        assert_eq!(texts(&with_null.finish()).value(0), "a | null");
    }
}
