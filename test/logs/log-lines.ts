import type { LecternProcess } from '../support/process.js';

export type Line = Readonly<Record<string, unknown>>;

/** The lines of the log so far. */
export const linesOf = ({ output }: Pick<LecternProcess, 'output'>): Line[] =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);
