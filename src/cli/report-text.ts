import type { TableReport } from '../imports/report.js';
import { textTable, type TextColumn } from './text-table.js';

const columns: readonly TextColumn<TableReport>[] = [
  { heading: 'TABLE', cell: ({ table }) => table },
  { heading: 'READ', isNumber: true, cell: ({ read }) => String(read) },
  { heading: 'IMPORTED', isNumber: true, cell: ({ imported }) => String(imported) },
  { heading: 'REPAIRED', isNumber: true, cell: ({ repaired }) => String(repaired) },
  { heading: 'SKIPPED', isNumber: true, cell: ({ skipped }) => String(skipped) },
];

/** The report of an import for people: the numbers of each table, then why rows were repaired or skipped. */
export function reportText(tables: readonly TableReport[]): string {
  const reasons = tables.flatMap(({ table, reasons: all }) => all.map((reason) => ({ table, ...reason })));
  const lines = reasons.map(({ table, kind, count, reason, examples }) => {
    const which = examples.length > 0 ? ` (${examples.join(', ')}${count > examples.length ? ', …' : ''})` : '';
    return `${table}: ${count} ${kind}: ${reason}${which}`;
  });
  return [textTable(columns, tables), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}
