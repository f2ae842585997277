//! From objects of Python to an exact cover problem.

use super::{contents::Names, out_of_memory};
use crate::keywords::{Argument, Keywords};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyMapping, PyString},
};
use quadrille::{Error, ErrorKind, cover::Cover};
use quadrille_cover::CoverError;

/// The argument with the options, for messages.
const OPTIONS: Argument<'static> = Argument { function: "Cover", name: "options" };

/// A problem whose items are objects of Python.
pub struct Problem<'py> {
    cover: Cover,
    /// The number of each item.
    numbers: Bound<'py, PyDict>,
    /// The number of each color.
    colors: Bound<'py, PyDict>,
}

impl<'py> Problem<'py> {
    /// Takes `secondary`, `primary`, `colors`, `costs` and `bounds`.
    pub fn take(options: &Bound<'py, PyAny>, keywords: &Keywords<'py>) -> PyResult<(Cover, Names)> {
        let is_matrix = is_matrix(options)?;
        let rows = rows(options)?;
        let (numbers, secondary) = named(options.py(), keywords)?;
        if is_matrix && numbers.is_empty() {
            let columns: usize = options.getattr("shape")?.get_item(1)?.extract()?;
            for column in 0..columns {
                if !secondary.contains(column)? {
                    numbers.set_item(column, numbers.len())?;
                }
            }
        }
        for item in
            rows.iter().map(|option| option.try_iter()).collect::<PyResult<Vec<_>>>()?.into_iter().flatten()
        {
            let item = item?;
            if !secondary.contains(&item)? && !numbers.contains(&item)? {
                numbers.set_item(&item, numbers.len())?;
            }
        }
        let primary = numbers.len();
        for item in secondary.keys() {
            numbers.set_item(item, numbers.len())?;
        }
        let cover = Cover::new(primary).with_secondary(secondary.len());
        let mut problem = Problem { cover, numbers, colors: PyDict::new(options.py()) };
        let colors = colors(keywords, rows.len())?;
        for (index, option) in rows.iter().enumerate() {
            problem.add(index, option, colors.get(index).and_then(Option::as_ref))?;
        }
        problem.set_costs(keywords)?;
        problem.set_bounds(keywords)?;
        let names = Names { items: problem.numbers.keys().unbind(), colors: problem.colors.keys().unbind() };
        Ok((problem.cover, names))
    }

    fn number(&self, item: &Bound<'py, PyAny>) -> PyResult<Option<usize>> {
        self.numbers.get_item(item)?.map(|number| number.extract()).transpose()
    }

    /// A number from 1 on for each color, 0 for none.
    fn color(&self, color: &Bound<'py, PyAny>) -> PyResult<u32> {
        if color.is_none() {
            return Ok(0);
        }
        if let Some(number) = self.colors.get_item(color)? {
            return number.extract();
        }
        let number = self.colors.len() as u32 + 1;
        self.colors.set_item(color, number)?;
        Ok(number)
    }

    fn add(
        &mut self,
        index: usize,
        option: &Bound<'py, PyAny>,
        colors: Option<&Bound<'py, PyMapping>>,
    ) -> PyResult<()> {
        let mut items = Vec::new();
        if let Ok(colored) = option.cast::<PyMapping>() {
            for pair in colored.items()? {
                let (item, color) = pair.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
                items.push((self.known(&item)?, self.color(&color)?));
            }
        } else {
            for item in option.try_iter()? {
                items.push((self.known(&item?)?, 0));
            }
        }
        if let Some(colors) = colors {
            self.add_colors(index, &mut items, colors)?;
        }
        let is_colored = items.iter().any(|(_, color)| *color > 0);
        let added = match is_colored {
            true => self.cover.add_colored(&items),
            false => self.cover.add(&items.iter().map(|(item, _)| *item).collect::<Vec<_>>()),
        };
        added.map(drop).map_err(|error| self.refused(&format!("Cover(): options: option {index}"), &error))
    }

    /// The number of an item of an option, all of which have one.
    fn known(&self, item: &Bound<'py, PyAny>) -> PyResult<usize> {
        let number = self.number(item)?;
        // An object whose hash or equality changes is no longer found.
        number.ok_or_else(|| OPTIONS.value_error(format!("item {} is not equal to itself", shown(item))))
    }

    /// Gives the items of an option the colors that `colors=` has for it.
    fn add_colors(
        &self,
        index: usize,
        items: &mut [(usize, u32)],
        colors: &Bound<'py, PyMapping>,
    ) -> PyResult<()> {
        for pair in colors.items()? {
            let (item, color) = pair.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
            let (number, color) = (self.number(&item)?, self.color(&color)?);
            let place = items.iter_mut().find(|(item, _)| Some(*item) == number);
            let error = |what| PyValueError::new_err(format!("Cover(): colors: option {index}{what}",));
            let Some((_, before)) = place else {
                return Err(error(format!(" does not have item {}", shown(&item))));
            };
            if *before != 0 && *before != color {
                return Err(error(format!(": item {} has another color in the option itself", shown(&item))));
            }
            *before = color;
        }
        Ok(())
    }

    fn set_costs(&mut self, keywords: &Keywords<'py>) -> PyResult<()> {
        let Some(costs) = keywords.object("costs")? else { return Ok(()) };
        let costs = list("costs", &costs)?;
        expect_one_for_each("costs", costs.len(), self.cover.len())?;
        for (index, cost) in costs.iter().enumerate() {
            let cost = keywords.value(&format!("costs: option {index}"), cost)?;
            self.cover.set_cost(index, cost).map_err(|error| self.refused("Cover(): costs", &error))?;
        }
        Ok(())
    }

    fn set_bounds(&mut self, keywords: &Keywords<'py>) -> PyResult<()> {
        let Some(bounds) = keywords.object("bounds")? else { return Ok(()) };
        let Ok(bounds) = bounds.cast::<PyMapping>() else {
            let what = format!("expected a dict from items to pairs, got {}", type_name(&bounds));
            return Err(keywords.argument("bounds").type_error(what));
        };
        for pair in bounds.items()? {
            let (item, pair) = pair.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
            let name = format!("bounds: item {}", shown(&item));
            let Some(number) = self.number(&item)? else {
                return Err(keywords.error(&name, "no option has it, and primary= does not name it"));
            };
            let (low, high): (u32, Option<u32>) = keywords.value(&name, &pair)?;
            // More than all options can never be chosen.
            let high =
                high.unwrap_or_else(|| low.max(u32::try_from(self.cover.len()).unwrap_or(u32::MAX)).max(1));
            self.cover
                .set_bounds(number, low, high)
                .map_err(|error| self.refused(&format!("Cover(): {name}"), &error))?;
        }
        Ok(())
    }

    /// The exception for input that the problem has refused.
    fn refused(&self, place: &str, error: &Error) -> PyErr {
        if error.kind() == ErrorKind::OutOfMemory {
            return out_of_memory(error);
        }
        let what = match error.reason() {
            Some(CoverError::RepeatedItem(item)) => {
                let name = self.name(*item);
                // The rows of a matrix are often passed as lists.
                let is_cell = matches!(name.as_str(), "0" | "1") && place.contains("option");
                let remedy = if is_cell { "; for a matrix of 0 and 1 use numpy.array(…)" } else { "" };
                format!("item {name} is repeated{remedy}")
            }
            Some(CoverError::ColoredPrimary(item)) => {
                format!("item {} is primary and cannot have a color", self.name(*item))
            }
            Some(CoverError::BoundedSecondary(_)) => "it is secondary and cannot have bounds".to_owned(),
            _ => error.to_string(),
        };
        PyValueError::new_err(format!("{place}: {what}"))
    }

    /// How an item is shown.
    fn name(&self, number: usize) -> String {
        // Numbers are given in the order of the dictionary.
        self.numbers.iter().nth(number).map_or_else(String::new, |(item, _)| shown(&item))
    }
}

/// The dictionaries of items that `primary` and `secondary` name: the items of `primary` have numbers.
fn named<'py>(
    py: Python<'py>,
    keywords: &Keywords<'py>,
) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
    let (numbers, secondary) = (PyDict::new(py), PyDict::new(py));
    if let Some(items) = keywords.object("secondary")? {
        for item in items.try_iter()? {
            secondary.set_item(item?, ())?;
        }
    }
    if let Some(items) = keywords.object("primary")? {
        for item in items.try_iter()? {
            let item = item?;
            if secondary.contains(&item)? {
                return Err(keywords.error("primary", format!("item {} is secondary too", shown(&item))));
            }
            if !numbers.contains(&item)? {
                numbers.set_item(&item, numbers.len())?;
            }
        }
    }
    Ok((numbers, secondary))
}

/// Takes `colors`: a dictionary or None for each option.
fn colors<'py>(keywords: &Keywords<'py>, options: usize) -> PyResult<Vec<Option<Bound<'py, PyMapping>>>> {
    let Some(colors) = keywords.object("colors")? else { return Ok(Vec::new()) };
    let colors = list("colors", &colors)?;
    expect_one_for_each("colors", colors.len(), options)?;
    let of_option = |(index, colors): (usize, &Bound<'py, PyAny>)| {
        if colors.is_none() {
            return Ok(None);
        }
        colors.cast::<PyMapping>().cloned().map(Some).map_err(|_| {
            let kind = type_name(colors);
            let what = format!("option {index}: expected a dict or None, got {kind}");
            keywords.argument("colors").type_error(what)
        })
    };
    colors.iter().enumerate().map(of_option).collect()
}

/// The elements of an argument that has one for each option; a dictionary would be read as its keys.
fn list<'py>(name: &str, values: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if values.cast::<PyMapping>().is_ok() {
        let what = format!("Cover(): {name}: expected a list with one element for each option, got a dict");
        return Err(PyTypeError::new_err(what));
    }
    values.try_iter()?.collect()
}

fn expect_one_for_each(name: &str, count: usize, options: usize) -> PyResult<()> {
    match count == options {
        true => Ok(()),
        false => Err(PyValueError::new_err(format!(
            "Cover(): {name}: expected one element for each of the {options} options, got {count}"
        ))),
    }
}

/// How an object is shown in a message.
fn shown(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| type_name(object), |text| text.to_string_lossy().into_owned())
}

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map(|name| name.to_string()).unwrap_or_default()
}

/// Whether it is a matrix of NumPy, or of a library whose matrices NumPy takes.
fn is_matrix(options: &Bound<'_, PyAny>) -> PyResult<bool> {
    match options.hasattr("__array__")? && options.hasattr("ndim")? {
        true => Ok(options.getattr("ndim")?.extract::<usize>()? == 2),
        false => Ok(false),
    }
}

/// Whether it is text or a path, whose characters are not options.
fn is_text(options: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_text = options.is_instance_of::<PyString>() || options.is_instance_of::<PyBytes>();
    Ok(is_text || options.hasattr("__fspath__")?)
}

/// The options: lists of items, or the rows of a matrix of 0 and 1, whose columns are the items.
fn rows<'py>(options: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if is_matrix(options)? {
        let rows = options.py().import("quadrille._numpy")?.call_method1("rows", (options,));
        return rows.map_err(|error| OPTIONS.named(options.py(), error))?.extract();
    }
    if is_text(options)? {
        return Err(OPTIONS.type_error(format!(
            "expected lists of items or a NumPy matrix of 0 and 1, got {}; text and files are not parsed here: parse JSON or csv first, as in \
             Cover(json.loads(text)); the command `quadrille cover` reads files in the formats matrix, sparse and dlx",
            type_name(options)
        )));
    }
    let items = options.try_iter().map_err(|error| OPTIONS.named(options.py(), error))?;
    let mut rows = Vec::new();
    for (index, option) in items.enumerate() {
        let option = option?;
        let is_text = option.is_instance_of::<PyString>();
        let items = option.try_iter().ok().filter(|_| !is_text);
        let items = items.ok_or_else(|| {
            let kind = type_name(&option);
            OPTIONS.type_error(format!("option {index}: expected a list of items or a dict, got {kind}"))
        })?;
        // An iterator can be read only once.
        let is_iterator = items.is(&option);
        rows.push(if is_iterator {
            PyList::new(option.py(), items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        } else {
            option
        });
    }
    Ok(rows)
}
