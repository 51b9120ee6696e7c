/** What became of rows: `noted` ones were taken as they are, and are worth a look. */
type Fate = 'repaired' | 'skipped' | 'noted';

/** Why something was done to rows, how many they were, and the ids of the first. */
export interface Reason {
  readonly kind: Fate;
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly number[];
}

/** What became of the rows of one table: read = imported + skipped, and those that were repaired are imported ones. */
export interface TableReport {
  readonly table: string;
  readonly read: number;
  readonly imported: number;
  readonly repaired: number;
  readonly skipped: number;
  readonly reasons: readonly Reason[];
}

const MOST_EXAMPLES = 5;

/** Counts what becomes of the rows of one table. */
export class Ledger {
  read = 0;
  skipped = 0;
  repaired = 0;
  readonly reasons = new Map<string, { kind: Fate; reason: string; count: number; examples: number[] }>();

  constructor(before?: Omit<TableReport, 'table' | 'imported'>) {
    if (!before) return;
    Object.assign(this, { read: before.read, skipped: before.skipped, repaired: before.repaired });
    for (const { kind, reason, count, examples } of before.reasons) {
      this.reasons.set(`${kind} ${reason}`, { kind, reason, count, examples: [...examples] });
    }
  }

  count(kind: Fate, reason: string, id: number, times = 1): void {
    const key = `${kind} ${reason}`;
    const counted = this.reasons.get(key) ?? { kind, reason, count: 0, examples: [] };
    counted.count += times;
    if (counted.examples.length < MOST_EXAMPLES) counted.examples.push(id);
    this.reasons.set(key, counted);
  }

  report(table: string): TableReport {
    const { read, skipped, repaired } = this;
    return { table, read, imported: read - skipped, repaired, skipped, reasons: [...this.reasons.values()] };
  }
}

/** What one row may tell of itself while it is converted. */
export interface Mark {
  /** It is taken, but not as it was. A row may be repaired in several ways. */
  readonly repair: (reason: string) => void;
  /** It is taken as it is. */
  readonly note: (reason: string) => void;
  /** It is left out. Answers null, for the converter to answer with. */
  readonly skip: (reason: string) => null;
}

/**
 * Marks one row, which has been read. A row that is skipped after repairs counts as skipped alone.
 *
 * @param counts false for a row that has been counted before
 */
export function markRow(ledger: Ledger, id: number, counts = true): Mark & { readonly settle: () => void } {
  const said: { kind: Fate; reason: string }[] = [];
  const say = (kind: Fate) => (reason: string) => void said.push({ kind, reason });
  return {
    repair: say('repaired'),
    note: say('noted'),
    skip: (reason) => {
      said.push({ kind: 'skipped', reason });
      return null;
    },
    settle: () => {
      const skip = said.find(({ kind }) => kind === 'skipped');
      if (counts) {
        ledger.read += 1;
        if (skip) ledger.skipped += 1;
        else if (said.some(({ kind }) => kind === 'repaired')) ledger.repaired += 1;
      }
      for (const { kind, reason } of skip ? [skip] : said) ledger.count(kind, reason, id);
    },
  };
}
