import { requirements, type Phase, type Verdict } from './requirement.js';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row).join('\n');

/** Formats the requirements, then each phase, then what was refused, as Markdown. */
export function report(phases: readonly Phase[], verdicts: readonly Verdict[]): string {
  const judged = verdicts.map(({ requirement: { what, unit }, worst, bound, missedIn }) => [
    ...[what, `${Math.round(worst)}${unit}`, `${Math.round(bound)}${unit}`],
    missedIn.length === 0 ? 'ok' : `**missed** in ${missedIn.map(({ name }) => name).join(', ')}`,
  ]);
  const figures = phases.map((phase) => [
    phase.name,
    ...requirements.map(({ measured, unit }) => `${Math.round(measured(phase))}${unit}`),
    Object.entries(phase.answers)
      .map(([label, count]) => `${count} × ${label}`)
      .join(', '),
  ]);
  const refusals = phases.flatMap(({ name, refusals: refused }) =>
    [...new Set(refused)].slice(0, 3).map((what) => `- ${name}: ${what}`),
  );
  return [
    table(['Requirement', 'Measured', 'Bound', 'Result'], judged),
    table(['Phase', ...requirements.map(({ what }) => what), 'Responses to the attack'], figures),
    ...(refusals.length === 0 ? [] : [['Refused:', ...refusals].join('\n')]),
  ].join('\n\n');
}
