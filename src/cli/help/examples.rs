//! The examples of the help texts: the commonest uses, for `-h` and `--help`, and more for `--help`.

pub(in crate::cli) const SOLVE_SHORT_EXAMPLES: &str = "\
  quadrille solve puzzles.txt -o solutions.txt
  quadrille solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  zcat puzzles.txt.gz | quadrille solve - | head";

pub(in crate::cli) const SOLVE_EXAMPLES: &str = "\
  quadrille solve a.txt b.csv > both.txt
  quadrille solve --variant jigsaw --regions regions.txt puzzles.txt
  quadrille solve puzzles.txt -o solutions.txt.gz
  quadrille solve --all --limit 100 puzzles.txt -o solutions.csv
  quadrille solve --limit 2 --summary-json summary.json hard.txt -o /dev/null
  quadrille solve --explain puzzles.txt -o steps.txt
  quadrille solve --explain --method se --html solutions.html puzzles.txt
  quadrille solve huge.txt -o solutions.txt --resume
  quadrille solve huge.txt -o part3.txt --shard 3/8
  quadrille solve --threads 4 puzzles.txt -o solutions.txt";

pub(in crate::cli) const CHECK_SHORT_EXAMPLES: &str = "\
  quadrille check puzzles.txt | sort | uniq -c
  quadrille check --variant windoku puzzles.txt";

pub(in crate::cli) const CHECK_EXAMPLES: &str = "\
  quadrille check --variant windoku,x puzzles.txt
  quadrille check --variant pencilmark marks.txt
  quadrille check --only unique puzzles.csv -o unique.csv
  quadrille check --only mismatch --verify-answers train.csv -o wrong.csv
  quadrille check --output-format pair puzzles.txt -o verdicts.txt
  quadrille check --max-nodes 100000 16x16.txt -o verdicts.txt
  quadrille check huge.txt -o verdicts.txt --resume --checkpoint 60
  quadrille check --engine dlx puzzles.txt
  quadrille check --threads 1 --isa avx2 puzzles.txt";

pub(in crate::cli) const COUNT_SHORT_EXAMPLES: &str = "\
  quadrille count --limit 1000 puzzles.txt
  echo 1............... | quadrille count -";

pub(in crate::cli) const COUNT_EXAMPLES: &str = "\
  quadrille count --variant anti-knight puzzles.txt
  quadrille count --output-format csv puzzles.txt -o counts.csv
  quadrille count --timeout-per-puzzle 10 hard.txt
  quadrille count huge.txt -o counts.txt --resume
  quadrille count --threads 2 puzzles.txt
  quadrille count --no-verify puzzles.txt";

pub(in crate::cli) const HINT_SHORT_EXAMPLES: &str = "\
  quadrille hint boards.txt
  quadrille hint - < judge.in";

pub(in crate::cli) const HINT_EXAMPLES: &str = "\
  quadrille hint boards.csv -o hints.csv
  quadrille hint --explain boards.csv
  quadrille hint --method se --svg hint.svg board.txt
  quadrille hint --method naked-singles boards.csv
  quadrille hint huge.txt -o hints.txt --resume
  quadrille hint huge.txt -o part1.txt --shard 1/4
  quadrille hint --threads 2 boards.txt";

pub(in crate::cli) const CANONICAL_SHORT_EXAMPLES: &str = "\
  quadrille canonical puzzles.txt | sort -u | wc -l
  quadrille canonical --form-of solution puzzles.csv -o classes.csv";

pub(in crate::cli) const CANONICAL_EXAMPLES: &str = "\
  quadrille canonical --column question train.csv -o forms.csv
  quadrille canonical --transform --output-format csv puzzles.txt -o forms.csv
  quadrille canonical huge.txt -o forms.txt --resume
  quadrille canonical huge.txt -o part1.txt --shard 1/4
  quadrille canonical --threads 2 puzzles.txt";

pub(in crate::cli) const RATE_SHORT_EXAMPLES: &str = "\
  quadrille rate puzzles.csv -o rated.csv
  quadrille rate --histogram puzzles.txt
  quadrille rate --rating 20.. train.csv -o hard.csv";

pub(in crate::cli) const RATE_EXAMPLES: &str = "\
  quadrille rate puzzles.txt | sort -t, -k2n | tail
  quadrille rate --column question --rating-column guesses train.csv -o rated.csv
  quadrille rate --method morphs=100 --seed 7 puzzles.txt -o rated.txt
  quadrille rate --method logic --rating ..locked puzzles.csv -o easy.csv
  quadrille rate --histogram --method logic puzzles.txt
  quadrille rate --method se --rating 7.2..8.9 puzzles.csv -o chains.csv
  quadrille rate --html ratings.html train.csv -o rated.csv
  quadrille rate huge.txt -o rated.txt --resume
  quadrille rate huge.csv -o part2.csv --shard 2/4
  quadrille rate --threads 2 puzzles.txt -o rated.txt";

/// The commonest uses of a command that has only the options of all commands that read puzzles.
pub(in crate::cli) const TASK_SHORT_EXAMPLES: &str = "\
  quadrille NAME puzzles.txt | head
  quadrille NAME puzzles.csv -o NAME.csv";

/// More examples of a command that has only the options of all commands that read puzzles.
pub(in crate::cli) const TASK_EXAMPLES: &str = "\
  quadrille NAME puzzles.txt | head
  quadrille NAME --column question train.csv -o NAME.csv
  quadrille NAME --output-format csv puzzles.txt -o NAME.csv
  quadrille NAME --output-format ndjson puzzles.txt
  quadrille NAME huge.txt -o NAME.txt --resume
  quadrille NAME huge.csv -o part2.csv --shard 2/4
  quadrille NAME --threads 2 puzzles.txt -o NAME.txt
  quadrille NAME --no-mmap /mnt/share/puzzles.txt -o NAME.txt";

pub(in crate::cli) const MORPH_SHORT_EXAMPLES: &str = "\
  quadrille morph --copies 10 --seed 1 train.csv -o augmented.csv
  quadrille morph --transform t-r123456789-c123456789-d123456789 puzzles.txt";

pub(in crate::cli) const MORPH_EXAMPLES: &str = "\
  quadrille morph --column q --solution-column a --seed 1 train.csv
  zcat puzzles.txt.gz | quadrille morph --seed 1 -
  quadrille morph --exclude-symmetry digits,transpose puzzles.txt -o morphs.txt
  quadrille morph --column canonical --transform-column transform --inverse forms.csv -o puzzles.csv
  quadrille morph --copies 1000 --seed 1 train.csv -o augmented.csv --resume
  quadrille morph --seed 1 huge.txt -o part3.txt --shard 3/8
  quadrille morph --threads 4 --seed 1 train.csv -o morphs.csv";

pub(in crate::cli) const DEDUP_SHORT_EXAMPLES: &str = "\
  quadrille dedup puzzles.csv -o distinct.csv
  quadrille dedup --class-sizes puzzles.txt";

pub(in crate::cli) const DEDUP_EXAMPLES: &str = "\
  quadrille dedup a.txt b.txt -o distinct.txt
  quadrille dedup --column board puzzles.csv -o distinct.csv
  quadrille dedup --equal-by solution --report dropped.csv puzzles.csv -o distinct.csv
  quadrille dedup --equal-by text --class-sizes puzzles.txt
  quadrille dedup --threads 2 puzzles.txt -o distinct.txt
  quadrille dedup --memory 2G huge.csv.gz -o distinct.csv";

pub(in crate::cli) const LEAK_SHORT_EXAMPLES: &str = "\
  quadrille leak test.csv --against train.csv -o leaks.csv
  quadrille leak test.csv --against train.csv --equal-by solution";

pub(in crate::cli) const LEAK_EXAMPLES: &str = "\
  quadrille leak test.csv --against a.csv b.csv.gz
  zcat test.csv.gz | quadrille leak - --against train.csv
  quadrille leak test.csv --against train.csv --equal-by solution --summary-json leaks.json
  quadrille leak test.csv --against train.csv --threads 2";

pub(in crate::cli) const SELECT_SHORT_EXAMPLES: &str = "\
  quadrille select --number 1000 --seed 1 puzzles.csv -o sample.csv
  quadrille select --split 90/10 --seed 1 puzzles.csv -o train.csv -o test.csv
  quadrille select --givens 17..20 --rating 20.. puzzles.csv -o hard.csv";

pub(in crate::cli) const SELECT_EXAMPLES: &str = "\
  quadrille select --number 1000 a.txt b.txt.gz -o sample.txt
  quadrille select --symmetry rotate180 --method logic --rating singles puzzles.txt -o easy.txt
  quadrille select --sort rating --descending puzzles.csv -o hardest-first.csv
  zcat puzzles.csv.gz | quadrille select --number 1000 --seed 1 -
  quadrille select --number 100 --per-bucket --seed 1 puzzles.csv -o ladder.csv
  quadrille select --split 8/1/1 --seed 1 all.csv -o train.csv -o valid.csv -o test.csv
  quadrille select --split 90/10 --seed 1 --shard 1/4 huge.csv -o train1.csv -o test1.csv
  quadrille select --split 90/10 --seed 1 --shard 2/4 huge.csv -o train2.csv -o test2.csv
  quadrille select --number 1000 --threads 2 puzzles.txt -o sample.txt";

pub(in crate::cli) const COVER_SHORT_EXAMPLES: &str = "\
  quadrille cover problems.txt -o answers.txt
  printf '2 2\\n1 0\\n0 1\\n' | quadrille cover -";

pub(in crate::cli) const COVER_EXAMPLES: &str = "\
  printf 'p q | x\\np x:1\\nq x:1\\nq x:2\\n' | quadrille cover --format dlx
  quadrille cover --limit 3 queens.dlx
  quadrille cover --sample 10 --seed 1 queens.dlx
  quadrille cover --lowest-cost --costs costs.txt problem.txt
  quadrille cover --zdd solutions.zdd pentominoes.dlx
  quadrille cover --count --progress always pentominoes.dlx
  quadrille cover --timeout 60 --max-nodes 1000000000 hard.dlx
  quadrille cover --count --threads 2 pentominoes.dlx";

pub(in crate::cli) const GENERATE_SHORT_EXAMPLES: &str = "\
  quadrille generate --number 1000 --minimal -o minimal.txt
  quadrille generate --size 16 --number 10 --seed 7 --givens 110";

pub(in crate::cli) const GENERATE_EXAMPLES: &str = "\
  quadrille generate --variant x --minimal --number 100
  quadrille generate --rating 20.. --number 1000 -o hard.txt
  quadrille generate --symmetry rotate180 --givens 24..28 --number 100
  quadrille generate --variant jigsaw --regions regions.txt --with-regions --number 100
  quadrille generate --number 1000000 --seed 1 -o easy.txt
  quadrille generate --number 1000 -o easy.csv
  quadrille generate --number 1000 --minimal | quadrille check -
  quadrille generate --number 1000000 --threads 2 -o easy.txt
  quadrille generate --number 1000 --engine dlx -o easy.txt";

pub(in crate::cli) const BENCH_SHORT_EXAMPLES: &str = "\
  quadrille bench puzzles.txt --engine lanes,dlx --html bench.html
  quadrille bench hard.txt --program 'mine=./mine {input} {output}' --json hard.json";

pub(in crate::cli) const BENCH_EXAMPLES: &str = "\
  quadrille bench --engine lanes --isa avx512,avx2,portable --pin 1 datasets/9x9-*.txt
  quadrille bench easy.txt --program cp='cp {input} {output}' --output-shape copy
  quadrille bench hard.txt --config bench.toml --limit 2 --runs 9 --profile
  quadrille bench huge.txt --engine lanes,dlx --records 1000 --measure solve
  quadrille bench hard.txt --config bench.toml --json hard.json
  quadrille bench hard.txt --compare hard.json --fail-if-slower 0.9";

pub(in crate::cli) const SUMMARY_EXAMPLES: &str = "\
  quadrille summary part1.json part2.json part3.json part4.json";

pub(in crate::cli) const COMPLETIONS_EXAMPLES: &str = "\
  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille
  quadrille completions fish > ~/.config/fish/completions/quadrille.fish";

pub(in crate::cli) const MAN_EXAMPLES: &str = "\
  quadrille man | man -l -
  quadrille man solve > quadrille-solve.1";
