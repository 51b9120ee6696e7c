/** The outcome of a row: `noted` rows are imported unchanged, but deserve review. */
type Fate = 'repaired' | 'skipped' | 'noted';

/** Why rows were repaired, skipped or noted, their number, and the IDs of the first. */
export interface Reason {
  readonly kind: Fate;
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly number[];
}

/** The outcome of one table: read = imported + skipped; repaired rows are a subset of the imported ones. */
export interface TableReport {
  readonly table: string;
  readonly read: number;
  readonly imported: number;
  readonly repaired: number;
  readonly skipped: number;
  readonly reasons: readonly Reason[];
}

const MAX_EXAMPLES = 5;

/** Counts the outcomes of the rows of one table. */
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
    if (counted.examples.length < MAX_EXAMPLES) counted.examples.push(id);
    this.reasons.set(key, counted);
  }

  report(table: string): TableReport {
    const { read, skipped, repaired } = this;
    return { table, read, imported: read - skipped, repaired, skipped, reasons: [...this.reasons.values()] };
  }
}

/** Collects the marks of one row during conversion. */
export interface Mark {
  /** Imported with changes. A row may have several repairs. */
  readonly repair: (reason: string) => void;
  /** Imported unchanged. */
  readonly note: (reason: string) => void;
  /** Skipped. Returns null, for the converter to return. */
  readonly skip: (reason: string) => null;
}

/**
 * Marks one row that was read. A row that is skipped after repairs counts only as skipped.
 *
 * @param counts false for a row that was already counted
 */
export function markRow(ledger: Ledger, id: number, counts = true): Mark & { readonly settle: () => void } {
  const findings: { kind: Fate; reason: string }[] = [];
  const record = (kind: Fate) => (reason: string) => void findings.push({ kind, reason });
  return {
    repair: record('repaired'),
    note: record('noted'),
    skip: (reason) => {
      findings.push({ kind: 'skipped', reason });
      return null;
    },
    settle: () => {
      const skip = findings.find(({ kind }) => kind === 'skipped');
      if (counts) {
        ledger.read += 1;
        if (skip) ledger.skipped += 1;
        else if (findings.some(({ kind }) => kind === 'repaired')) ledger.repaired += 1;
      }
      for (const { kind, reason } of skip ? [skip] : findings) ledger.count(kind, reason, id);
    },
  };
}
