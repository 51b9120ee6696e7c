/** How rows get names that nobody else has. */
interface Naming<Row> {
  /** The name that a row brings; empty for none. */
  readonly given: (row: Row) => string;
  /** Names that it may take otherwise, best first, without end. */
  readonly candidates: (row: Row) => Iterator<string>;
  readonly take: (row: Row, name: string) => void;
  /** Which of these names rows have that are stored already. */
  readonly stored: (names: readonly string[]) => Promise<Iterable<string>>;
  /** Which of these names rows bring that may be still to come: they keep them, whoever comes before. */
  readonly brought: (names: readonly string[]) => Promise<Iterable<string>>;
}

/** Lets each row keep the name that it brings; the others get the first free one, in order. */
export async function nameRows<Row>(rows: readonly Row[], naming: Naming<Row>): Promise<void> {
  const { given, candidates, stored, brought } = naming;
  const named = rows.filter((row) => given(row) !== '');
  const nameless = rows.filter((row) => given(row) === '');
  const taken = new Set<string>();
  await inRounds(named, { ...naming, candidates: (row) => withFirst(given(row), candidates(row)) }, taken, stored);
  await inRounds(nameless, naming, taken, async (names) => [...(await stored(names)), ...(await brought(names))]);
}

/** One question for all names of a round: two that want the same do not ask again and again, each for itself. */
async function inRounds<Row>(
  rows: readonly Row[],
  { candidates, take }: Pick<Naming<Row>, 'candidates' | 'take'>,
  taken: Set<string>,
  ask: Naming<Row>['stored'],
): Promise<void> {
  let waiting = rows.map((row) => ({ row, names: candidates(row) }));
  while (waiting.length > 0) {
    const wanted = waiting.map((one) => ({ ...one, name: String(one.names.next().value) }));
    for (const name of await ask(wanted.map(({ name }) => name))) taken.add(name);
    waiting = wanted.filter(({ row, name }) => {
      if (taken.has(name)) return true;
      taken.add(name);
      take(row, name);
      return false;
    });
  }
}

function* withFirst(first: string, others: Iterator<string>): Generator<string, never> {
  yield first;
  for (;;) yield String(others.next().value);
}
