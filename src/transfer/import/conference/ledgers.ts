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

/** The ledgers of an import, by kind of record. */
export interface Ledgers {
  /** Starts to account for one record; `settle` completes it. */
  readonly begin: (kind: Kind, id: number) => ReturnType<typeof markRow>;
  /** Converts one record into a row, or null to skip it; counts what `convert` marks. */
  readonly enter: <Row>(kind: Kind, id: number, convert: (mark: Mark) => Row | null) => Row[];
  /** Drops duplicates: records shift between pages while they are read. */
  readonly once: <Item extends { readonly uri: string }>(kind: Kind, records: readonly Item[]) => Item[];
  readonly report: () => TableReport[];
}

export function createLedgers(): Ledgers {
  const ledgers = new Map(kinds.map((kind) => [kind, new Ledger()]));
  const begin: Ledgers['begin'] = (kind, id) => markRow(ledgers.get(kind)!, id);
  const enter: Ledgers['enter'] = (kind, id, convert) => {
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
        enter(kind, numberIn(uri), (mark) => mark.skip('duplicate record'));
        return false;
      });
    },
    report: () => [...ledgers].map(([kind, ledger]) => ledger.report(kind)).filter(({ read }) => read > 0),
  };
}

/** The record's ID on the other server, by which an operator can look it up. */
export function numberIn(address: string): number {
  return Number(/(\d{1,15})\/*$/.exec(new URL(address).pathname)?.[1] ?? 0);
}
