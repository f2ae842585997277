//! Checks that a step follows from its reason. Knows nothing about how steps are found.

use super::{Argument, Chain, Link, Node, Part, Reason, Role, Step, Technique};

/// The candidates of each cell; none for a cell with a digit.
pub type Board = [u16; 81];

fn house_cells(house: u8) -> Vec<usize> {
    let of = |cell: usize| match house / 9 {
        0 => cell / 27 * 3 + cell % 9 / 3,
        1 => cell / 9,
        _ => cell % 9,
    };
    (0..81).filter(|&cell| of(cell) == usize::from(house % 9)).collect()
}

fn set(house: u8) -> u128 {
    house_cells(house).iter().fold(0, |set, cell| set | 1 << cell)
}

fn sees(a: usize, b: usize) -> bool {
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
}

fn cells(set: u128) -> Vec<usize> {
    (0..81).filter(|cell| set >> cell & 1 == 1).collect()
}

/// The cells of a house that can hold some of the digits.
fn places(board: &Board, house: u8, digits: u16) -> u128 {
    house_cells(house).iter().filter(|&&cell| board[cell] & digits != 0).fold(0, |set, cell| set | 1 << cell)
}

fn is_within(inner: u128, outer: u128) -> bool {
    inner & !outer == 0
}

fn ensure(is_true: bool, what: &str) -> Result<(), String> {
    if is_true { Ok(()) } else { Err(what.to_owned()) }
}

/// Checks a step on the board on which it was found.
pub fn check(board: &Board, step: &Step, reason: &Reason) -> Result<(), String> {
    let result = match reason.argument {
        Argument::Pattern => pattern(board, step, &reason.parts),
        Argument::Type(number) => unique(board, step, &reason.parts, number),
        _ => chains(board, step, reason),
    };
    result.map_err(|what| format!("{}: {what}", step.name(reason)))
}

/// All candidates that a step removes.
fn removed(step: &Step) -> Vec<(usize, u16)> {
    step.removed.candidates().map(|(cell, digit)| (cell, 1 << digit)).collect()
}

fn placed(step: &Step) -> Option<(u128, u16)> {
    step.placed.map(|(cell, digit)| (1 << cell, 1 << digit))
}

fn pattern(board: &Board, step: &Step, parts: &[Part]) -> Result<(), String> {
    let all = |is: &dyn Fn(usize, u16) -> bool| removed(step).iter().all(|&(cell, digit)| is(cell, digit));
    let house = |part: &Part| part.house.ok_or("a part without a house");
    match parts {
        [single] if single.role == Role::Pattern => {
            ensure(placed(step) == Some((single.cells, single.digits)), "another digit is placed")?;
            match single.house {
                Some(house) => ensure(places(board, house, single.digits) == single.cells, "not hidden"),
                None => ensure(board[cells(single.cells)[0]] == single.digits, "not naked"),
            }
        }
        [base, cover, target @ ..]
            if base.role == Role::Base && cover.role == Role::Cover && parts.len() < 4 =>
        {
            let (base_house, cover) = (house(base)?, house(cover)?);
            ensure(is_within(places(board, base_house, base.digits), set(cover)), "not locked")?;
            let outside = |cell: usize| (set(cover) & !set(base_house)) >> cell & 1 == 1;
            ensure(all(&|cell, digit| digit == base.digits && outside(cell)), "removes too much")?;
            let [target] = target else { return ensure(target.is_empty(), "a target too many") };
            ensure(house(target)? != base_house, "the target is the base")?;
            let left = places(board, house(target)?, base.digits) & !set(cover);
            ensure(placed(step) == Some((left, base.digits)), "another digit is placed")
        }
        [naked] if naked.role == Role::Naked => {
            ensure(naked.cells.count_ones() == naked.digits.count_ones(), "not a set")?;
            ensure(cells(naked.cells).iter().all(|&cell| board[cell] & !naked.digits == 0), "not naked")?;
            let seen = set(house(naked)?) & !naked.cells;
            ensure(is_within(naked.cells, set(house(naked)?)), "outside the house")?;
            ensure(all(&|cell, digit| seen >> cell & 1 == 1 && naked.digits & digit != 0), "removes too much")
        }
        [hidden, target @ ..] if hidden.role == Role::Hidden => {
            ensure(hidden.cells.count_ones() == hidden.digits.count_ones(), "not a set")?;
            ensure(places(board, house(hidden)?, hidden.digits) == hidden.cells, "not hidden")?;
            ensure(
                all(&|cell, digit| hidden.cells >> cell & 1 == 1 && hidden.digits & digit == 0),
                "too much",
            )?;
            let [target] = target else { return ensure(target.is_empty(), "a target too many") };
            let left = places(board, house(target)?, target.digits) & !hidden.cells;
            ensure(placed(step) == Some((left, target.digits)), "another digit is placed")
        }
        [pivot, wings @ ..] if pivot.role == Role::Pivot => {
            ensure(all(&|cell, digit| is_wing(board, (cell, digit), pivot, wings)), "not a wing")
        }
        _ if matches!(
            step.technique,
            Technique::AlignedPairExclusion | Technique::AlignedTripletExclusion
        ) =>
        {
            let (bases, excluders): (Vec<&Part>, Vec<&Part>) =
                parts.iter().partition(|part| part.role == Role::Base);
            ensure(
                all(&|cell, digit| !is_possible(board, (cell, digit), &bases, &excluders)),
                "a combination is left",
            )
        }
        _ => fish(board, step, parts),
    }
}

fn fish(board: &Board, step: &Step, parts: &[Part]) -> Result<(), String> {
    let of = |role| parts.iter().filter(move |part| part.role == role);
    let union = |role| of(role).filter_map(|part| part.house).fold(0, |cells, house| cells | set(house));
    let (bases, covers) = (union(Role::Base), union(Role::Cover));
    let count = of(Role::Base).count();
    ensure(count > 1 && count == of(Role::Cover).count() && parts.len() == 2 * count, "not a fish")?;
    ensure(bases.count_ones() as usize == 9 * count, "bases share cells")?;
    let digit = parts[0].digits;
    for part in of(Role::Base) {
        let places = places(board, part.house.ok_or("a base without a house")?, digit);
        ensure(places == part.cells && is_within(places, covers), "a place is not covered")?;
    }
    let is_outside = |&(cell, of): &(usize, u16)| of == digit && (covers & !bases) >> cell & 1 == 1;
    ensure(removed(step).iter().all(is_outside), "removes too much")
}

/// Whether a candidate would leave no digit for a wing, whatever the pivot is.
fn is_wing(board: &Board, (cell, digit): (usize, u16), pivot: &Part, wings: &[Part]) -> bool {
    let left = |part: &Part, gone: u16| {
        let at = cells(part.cells)[0];
        board[at] & !gone & if sees(at, cell) { !digit } else { !0 }
    };
    let at = cells(pivot.cells)[0];
    let of_pivot = left(pivot, 0);
    let is_seen = |wing: &Part| sees(cells(wing.cells)[0], at);
    (0..9)
        .map(|digit| 1 << digit)
        .filter(|value| of_pivot & value != 0)
        .all(|value| wings.iter().any(|wing| is_seen(wing) && left(wing, value) == 0))
}

/// Whether a candidate of a base is in a combination that no excluder rules out.
fn is_possible(board: &Board, (cell, digit): (usize, u16), bases: &[&Part], excluders: &[&Part]) -> bool {
    let at: Vec<usize> = bases.iter().map(|part| cells(part.cells)[0]).collect();
    let mut combinations = vec![Vec::<u16>::new()];
    for &base in &at {
        let digits = (0..9).map(|digit| 1 << digit).filter(|&value| board[base] & value != 0);
        let digits: Vec<u16> = digits.filter(|&value| base != cell || value == digit).collect();
        combinations = combinations
            .iter()
            .flat_map(|known| digits.iter().map(|&value| [&known[..], &[value]].concat()))
            .collect();
    }
    combinations.iter().any(|values| {
        let clash = (0..at.len()).any(|a| (0..a).any(|b| sees(at[a], at[b]) && values[a] == values[b]));
        let all = values.iter().fold(0, |all, value| all | value);
        let is_excluded = |part: &&Part| {
            let excluder = cells(part.cells)[0];
            at.iter().all(|&base| sees(base, excluder)) && board[excluder] & !all == 0
        };
        !clash && !excluders.iter().any(is_excluded)
    })
}

/// Unique rectangles and loops, and BUG: one of some further candidates is true.
fn unique(board: &Board, step: &Step, parts: &[Part], number: u8) -> Result<(), String> {
    let of = |role| parts.iter().filter(move |part| part.role == role);
    let mut further: Vec<(usize, u16)> = Vec::new();
    let pair = match of(Role::Pattern).next() {
        Some(pattern) => {
            is_loop(board, pattern)?;
            further.extend(cells(pattern.cells).iter().map(|&cell| (cell, board[cell] & !pattern.digits)));
            further.retain(|further| further.1 != 0);
            pattern.digits
        }
        None => {
            further.extend(of(Role::Further).map(|part| (cells(part.cells)[0], part.digits)));
            is_grave(board, &further)?;
            0
        }
    };
    let (both, extra) =
        further.iter().fold((0u128, 0), |(set, all), &(cell, digits)| (set | 1 << cell, all | digits));
    let last = parts.last().ok_or("a pattern without parts")?;
    let is_own =
        |cell: usize, digit: u16| further.iter().any(|&(own, digits)| own == cell && digits & digit == 0);
    let follows = |cell: usize, digit: u16| match (number, last.role) {
        (1, _) => further.len() == 1 && is_own(cell, digit),
        (2, _) => further.iter().all(|&(other, digits)| digits == digit && sees(other, cell)),
        (3, Role::Naked) => {
            let house = set(last.house.unwrap());
            let is_set = is_within(both | last.cells, house) && both & last.cells == 0;
            let is_naked =
                cells(last.cells).iter().fold(extra, |all, &cell| all | board[cell]) & !last.digits == 0;
            let size = last.cells.count_ones() + 1 == last.digits.count_ones();
            is_set
                && is_naked
                && size
                && (house & !both & !last.cells) >> cell & 1 == 1
                && last.digits & digit != 0
        }
        (3, Role::Hidden) => {
            let house = last.house.unwrap();
            let is_set = is_within(places(board, house, last.digits), both | last.cells)
                && is_within(both, set(house));
            let size = last.cells.count_ones() + 1 == last.digits.count_ones() && both.count_ones() == 2;
            is_set
                && size
                && extra & last.digits == 0
                && pair & !last.digits == 0
                && last.cells >> cell & 1 == 1
                && last.digits & digit == 0
        }
        _ => {
            let is_locked = is_within(places(board, last.house.unwrap(), last.digits), both);
            is_locked && both.count_ones() == 2 && is_own(cell, digit) && digit != last.digits
        }
    };
    ensure(removed(step).iter().all(|&(cell, digit)| follows(cell, digit)), "does not follow from the type")
}

/// Cells that two digits could fill in two ways without further candidates.
fn is_loop(board: &Board, pattern: &Part) -> Result<(), String> {
    ensure(
        cells(pattern.cells).iter().all(|&cell| board[cell] & pattern.digits == pattern.digits),
        "not both digits",
    )?;
    let counts = (0..27).map(|house| (set(house) & pattern.cells).count_ones());
    ensure(
        pattern.digits.count_ones() == 2 && counts.clone().all(|count| count == 0 || count == 2),
        "not a loop",
    )
}

fn is_grave(board: &Board, further: &[(usize, u16)]) -> Result<(), String> {
    let mut rest = *board;
    further.iter().for_each(|&(cell, digits)| rest[cell] &= !digits);
    ensure(
        rest.iter().all(|digits| matches!(digits.count_ones(), 0 | 2)),
        "a cell has another number of candidates",
    )?;
    let is_two = |house| (0..9).all(|digit| matches!(places(&rest, house, 1 << digit).count_ones(), 0 | 2));
    ensure((0..27).all(is_two), "a digit has another number of places")
}

fn chains(board: &Board, step: &Step, reason: &Reason) -> Result<(), String> {
    for chain in &reason.chains {
        for number in 0..chain.nodes.len() {
            let is_closing = number == 0 && reason.argument == Argument::Cycle;
            node(board, chain, number, reason, is_closing)?;
        }
    }
    let ends = reason.chains.iter().map(|chain| Some((chain.nodes.first()?, chain.nodes.last()?)));
    let ends: Vec<(&Node, &Node)> = ends.collect::<Option<_>>().ok_or("an empty chain")?;
    let (start, end) = ends.first().copied().ok_or("no chain")?;
    let is_opposite = |a: &Node, b: &Node| (a.cells, a.digits, a.on) == (b.cells, b.digits, !b.on);
    let starts: Vec<(u128, u16)> =
        ends.iter().filter(|(start, _)| start.on).map(|(start, _)| (start.cells, start.digits)).collect();
    let is_end = |node: &Node| (node.cells, node.digits, node.on) == (end.cells, end.digits, end.on);
    let all_end_there = ends.iter().all(|(_, other)| is_end(other));
    match reason.argument {
        Argument::Cycle => return cycle(step, &reason.chains[0]),
        Argument::Opposite => ensure(is_opposite(start, end), "the ends are not opposite")?,
        Argument::Contradiction => {
            let [(_, a), (other, b)] = ends[..] else { return Err("not two chains".into()) };
            ensure(start == other && is_opposite(a, b), "not a contradiction")?;
            let negated = Node { on: !start.on, ..start.clone() };
            return effect(step, &negated);
        }
        Argument::Double => {
            ensure(ends.len() == 2 && all_end_there && is_opposite(start, ends[1].0), "not both ways")?
        }
        Argument::Cell(cell) => {
            let all = (0..9)
                .filter(|digit| board[usize::from(cell)] >> digit & 1 == 1)
                .map(|digit| (1u128 << cell, 1 << digit));
            ensure(all_end_there && all.eq(starts), "not all candidates of the cell")?;
        }
        Argument::House(house) => {
            let all = cells(places(board, house, start.digits))
                .into_iter()
                .map(|cell| (1u128 << cell, start.digits));
            let mut starts = starts;
            starts.sort_unstable();
            ensure(all_end_there && all.eq(starts), "not all places in the house")?;
        }
        _ => return Err("an argument that is not known".into()),
    }
    effect(step, end)
}

/// Whether a step does what a node says, and nothing else.
fn effect(step: &Step, node: &Node) -> Result<(), String> {
    let does = match node.on {
        true => placed(step) == Some((node.cells, node.digits)),
        false => step.placed.is_none() && removed(step) == [(cells(node.cells)[0], node.digits)],
    };
    ensure(does, "another effect than the end")
}

/// All candidates that are on are true, or all that are off.
fn cycle(step: &Step, chain: &Chain) -> Result<(), String> {
    let seen = |cell: usize, digit: u16, on: bool| {
        chain
            .nodes
            .iter()
            .any(|node| node.on == on && node.digits == digit && sees(cells(node.cells)[0], cell))
    };
    let is_seen = |&(cell, digit): &(usize, u16)| seen(cell, digit, true) && seen(cell, digit, false);
    ensure(chain.nodes.len() >= 4 && removed(step).iter().all(is_seen), "a candidate does not see both")
}

/// Whether a node follows from its parents.
fn node(
    board: &Board,
    chain: &Chain,
    number: usize,
    reason: &Reason,
    is_closing: bool,
) -> Result<(), String> {
    let own = &chain.nodes[number];
    ensure(own.cells.count_ones() == 1 && own.digits.count_ones() == 1, "not a candidate")?;
    let at = cells(own.cells)[0];
    ensure(board[at] & own.digits != 0, "a candidate that is not on the board")?;
    let [first, ..] = &own.parents[..] else { return ensure(number == 0, "a node without a parent") };
    let is_before = own.parents.iter().all(|parent| parent.node < number && parent.link == first.link);
    ensure(is_before || is_closing, "a parent after its node")?;
    let parents = own.parents.iter().map(|parent| chain.nodes.get(parent.node));
    let parents: Vec<&Node> = parents.collect::<Option<_>>().ok_or("a parent that does not exist")?;
    let has = |cell: usize, digits: u16, on: bool| {
        parents.iter().any(|node| (node.cells, node.digits, node.on) == (1 << cell, digits, on))
    };
    let others = board[at] & !own.digits;
    match (first.link, own.on) {
        (Link::Cell, true) => {
            let all = (0..9).filter(|digit| others >> digit & 1 == 1).all(|digit| has(at, 1 << digit, false));
            ensure(
                all && parents.len() == others.count_ones() as usize,
                "another candidate of the cell is left",
            )
        }
        (Link::House(house), true) => {
            let others = places(board, house, own.digits) & !own.cells;
            let all = cells(others).iter().all(|&cell| has(cell, own.digits, false));
            ensure(
                set(house) & own.cells != 0 && all && parents.len() == others.count_ones() as usize,
                "another place is left",
            )
        }
        (Link::Cell, false) => {
            let parent = parents[0];
            let is_other = parent.cells == own.cells && parent.digits != own.digits;
            ensure(parent.on && is_other && parents.len() == 1, "not another candidate of the cell")
        }
        (Link::House(house), false) => {
            let parent = parents[0];
            let is_other = parent.cells != own.cells && parent.digits == own.digits;
            let is_in = is_within(parent.cells | own.cells, set(house));
            ensure(parent.on && is_other && is_in && parents.len() == 1, "not another place of the digit")
        }
        (Link::Step(number), false) => {
            let mut rest = *board;
            for parent in parents {
                ensure(!parent.on, "a parent that is on")?;
                rest[cells(parent.cells)[0]] &= !parent.digits;
            }
            let (step, inner) = reason.steps.get(number).ok_or("a step that does not exist")?;
            check(&rest, step, inner)?;
            let in_cell = |(cells, digits): (u128, u16)| cells == own.cells && digits != own.digits;
            let is_removed = removed(step).contains(&(at, own.digits)) || placed(step).is_some_and(in_cell);
            ensure(is_removed, "the inner step does not remove the candidate")
        }
        _ => Err("a link that is not known".into()),
    }
}
