import { Ledger, markRow, type Mark, type TableReport } from '../report.js';

const kinds = [
  'event',
  'image',
  'hosts',
  'tracks',
  'talks',
  'speakers',
  'links of talks',
  'talks on tracks',
  'event comments',
  'talk comments',
] as const;
type Kind = (typeof kinds)[number];

/** What becomes of everything that was read, kind by kind. */
export interface Books {
  /** Begins with one thing, whatever it takes; `settle` ends with it. */
  readonly begin: (kind: Kind, id: number) => ReturnType<typeof markRow>;
  /** Makes of one thing what is stored, or null where it is left out; what `convert` marks is counted. */
  readonly enter: <Row>(kind: Kind, id: number, convert: (mark: Mark) => Row | null) => Row[];
  /** The records without those that were sent before: lists move on while they are read. */
  readonly once: <Item extends { readonly uri: string }>(kind: Kind, records: readonly Item[]) => Item[];
  readonly report: () => TableReport[];
}

export function openBooks(): Books {
  const ledgers = new Map(kinds.map((kind) => [kind, new Ledger()]));
  const begin: Books['begin'] = (kind, id) => markRow(ledgers.get(kind)!, id);
  const enter: Books['enter'] = (kind, id, convert) => {
    const mark = begin(kind, id);
    const row = convert(mark);
    mark.settle();
    return row === null ? [] : [row];
  };
  return {
    begin,
    enter,
    once: (kind, records) => {
      const known = new Set<string>();
      return records.filter(({ uri }) => {
        if (!known.has(uri)) return known.add(uri);
        enter(kind, numberIn(uri), (mark) => mark.skip('it was sent twice'));
        return false;
      });
    },
    report: () => [...ledgers].map(([kind, ledger]) => ledger.report(kind)).filter(({ read }) => read > 0),
  };
}

/** The number of a record on the other server, by which people may look it up there. */
export function numberIn(address: string): number {
  return Number(/(\d{1,15})\/*$/.exec(new URL(address).pathname)?.[1] ?? 0);
}
