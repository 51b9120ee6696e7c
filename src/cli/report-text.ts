import type { Reason, TableReport } from '../transfer/import/report.js';
import { textTable, type TextColumn } from './text-table.js';

const columns: readonly TextColumn<TableReport>[] = [
  { heading: 'TABLE', cell: ({ table }) => table },
  { heading: 'READ', isNumber: true, cell: ({ read }) => String(read) },
  { heading: 'IMPORTED', isNumber: true, cell: ({ imported }) => String(imported) },
  { heading: 'REPAIRED', isNumber: true, cell: ({ repaired }) => String(repaired) },
  { heading: 'SKIPPED', isNumber: true, cell: ({ skipped }) => String(skipped) },
];

/** Formats an import report: the numbers of each table, then the reasons for repaired and skipped rows. */
export function reportText(tables: readonly TableReport[]): string {
  const entries = tables.flatMap(({ table, reasons }) => reasons.map((reason) => ({ table, ...reason })));
  // Tables that were skipped entirely share a line.
  const [wholes, others] = [entries.filter(isWhole), entries.filter((reason) => !isWhole(reason))];
  const joined = [...Map.groupBy(wholes, ({ reason }) => reason).values()].flatMap((same) =>
    same[0] ? [{ ...same[0], table: same.map(({ table }) => table).join(', '), count: total(same) }] : [],
  );
  const lines = [...others, ...joined].map(({ table, kind, count, reason, examples }) => {
    const which = examples.length > 0 ? ` (rows ${examples.join(', ')}${count > examples.length ? ', …' : ''})` : '';
    return `${table}: ${count} ${kind}: ${reason}${which}`;
  });
  return [textTable(columns, tables), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}

const isWhole = ({ examples }: Reason): boolean => examples.length === 0;
const total = (reasons: readonly Reason[]): number => reasons.reduce((sum, { count }) => sum + count, 0);
