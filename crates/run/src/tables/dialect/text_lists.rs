//! Lists of strings, and their text.

use arrow_array::{
    Array, ArrayRef, GenericListArray, OffsetSizeTrait, StringArray,
    builder::{ListBuilder, StringBuilder},
    cast::AsArray,
};
use arrow_schema::DataType;
use std::sync::Arc;

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

/// The lists of answers, which have a line feed before each string.
pub(super) fn of_answers(texts: &StringArray) -> ArrayRef {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for text in texts {
        text.into_iter()
            .flat_map(|text| text.lines().skip(1))
            .for_each(|line| lists.values().append_value(line));
        lists.append(text.is_some());
    }
    Arc::new(lists.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_joined_and_answers_divided() {
        let mut lists = ListBuilder::new(StringBuilder::new());
        lists.append_value([Some("a"), Some("b|c")]);
        lists.append_null();
        lists.append_value::<_, &str>([]);
        let answers = StringArray::from(vec![Some("\na\nb|c"), None, Some("\n")]);
        let lists = lists.finish();
        assert_eq!(of_answers(&answers).as_list::<i32>(), &lists);
        assert_eq!(texts(&lists), StringArray::from(vec![Some("a | b|c"), None, Some("")]));
        let mut with_null = ListBuilder::new(StringBuilder::new());
        with_null.append_value([Some("a"), None]);
        assert_eq!(texts(&with_null.finish()).value(0), "a | null");
    }
}
