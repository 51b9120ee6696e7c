/** How rows get unique names. */
interface Naming<Row> {
  /** The row's own name; empty for none. */
  readonly ownName: (row: Row) => string;
  /** An infinite sequence of fallback names, best first. */
  readonly candidates: (row: Row) => Iterator<string>;
  readonly take: (row: Row, name: string) => void;
  /** Which of these names stored rows already use. */
  readonly stored: (names: readonly string[]) => Promise<Iterable<string>>;
  /** Which of these names belong to rows that are yet to be imported: those rows take precedence. */
  readonly pending: (names: readonly string[]) => Promise<Iterable<string>>;
}

/** Lets each row keep its own name if it is free; other rows get the first free candidate, in order. */
export async function nameRows<Row>(rows: readonly Row[], naming: Naming<Row>): Promise<void> {
  const { ownName: given, candidates, stored, pending: brought } = naming;
  const named = rows.filter((row) => given(row) !== '');
  const nameless = rows.filter((row) => given(row) === '');
  const taken = new Set<string>();
  await inRounds(named, { ...naming, candidates: (row) => withFirst(given(row), candidates(row)) }, taken, stored);
  await inRounds(nameless, naming, taken, async (names) => [...(await stored(names)), ...(await brought(names))]);
}

/** Checks all candidate names of a round with one query instead of one query per row. */
async function inRounds<Row>(
  rows: readonly Row[],
  { candidates, take }: Pick<Naming<Row>, 'candidates' | 'take'>,
  taken: Set<string>,
  findTaken: Naming<Row>['stored'],
): Promise<void> {
  let waiting = rows.map((row) => ({ row, names: candidates(row) }));
  while (waiting.length > 0) {
    const proposals = waiting.map((one) => ({ ...one, name: String(one.names.next().value) }));
    for (const name of await findTaken(proposals.map(({ name }) => name))) taken.add(name);
    waiting = proposals.filter(({ row, name }) => {
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
