import { hasPassed, type Result, type Row } from './result.js';

/** Formats the table and the failed findings as Markdown. */
export function report({ date, node, cpu, quick, patience, rows }: Result): string {
  const head = ['#', 'Fault', 'Requirement', 'Responses', 'Writes', 'Recovery', 'Result'];
  const lines = [head, head.map(() => '---'), ...rows.map(cells)].map((line) => `| ${line.join(' | ')} |`);
  const servers = [...new Set(rows.map(({ server }) => server))].join(', ');
  const lenient = patience === 1 ? '' : `; times may be ${patience} × as long`;
  const about = `${date}, Node.js ${node}, ${servers}; ${cpu}${quick ? '; a quick run' : ''}${lenient}.`;
  return [lines.join('\n'), about, ...failures(rows)].join('\n\n');
}

function cells(row: Row): string[] {
  const { number, name, figure, server, answers, kept, wellAfterMs, missing } = row;
  const written =
    kept && `${kept.acknowledged}; ${kept.lost} lost, ${kept.duplicates} twice, ${kept.drifts} counters off`;
  const well = wellAfterMs === undefined ? '' : `${(wellAfterMs / 1_000).toFixed(1)} s`;
  const result = missing === undefined ? (hasPassed(row) ? 'passed' : '**failed**') : `needs ${missing}`;
  const seen = Object.entries(answers).map(([label, count]) => `${count} × ${label}`);
  return [number, `${name} (${server})`, figure, seen.join(', '), written ?? '', well, result];
}

function failures(rows: readonly Row[]): string[] {
  const lines = rows.flatMap(({ number, server, findings }) =>
    findings.filter(({ kept }) => !kept).map(({ what }) => `- ${number}, ${server}: ${what.replaceAll('\n', ' ')}`),
  );
  return lines.length === 0 ? [] : [`Failed requirements:`, lines.join('\n')];
}
