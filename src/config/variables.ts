import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { environment } from './environment.js';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Secret variables, visible to the operator only. `<variable>_FILE` may name a file that contains the value instead.
 */
const secretVariables = Object.entries<z.ZodType>(environment.shape)
  .filter(([, form]) => form.meta()?.['secret'] === true)
  .map(([name]) => name);

/**
 * Reads secrets from files, as container engines mount them.
 *
 * @returns the variables with the contents of their files, and the problems with the files, which quote no secret
 */
export function readSecretFiles(original: Variables): { readonly variables: Variables; readonly problems: string[] } {
  const variables: Record<string, string | undefined> = { ...original };
  const problems: string[] = [];
  for (const name of secretVariables) {
    const path = original[`${name}_FILE`];
    if (path === undefined) continue;
    const text = textOf(path);
    if (original[name] !== undefined) problems.push(`${name}: is set twice, directly and by ${name}_FILE: keep one`);
    else if (text instanceof Error) problems.push(`${name}_FILE: ${path} cannot be read (${text.message})`);
    else if (text === '') problems.push(`${name}_FILE: ${path} is empty`);
    else variables[name] = text;
  }
  return { variables, problems };
}

/** Returns the contents without the trailing line break that editors and `echo` append, or the error code. */
function textOf(path: string): string | Error {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    return new Error(String(Reflect.get(Object(error), 'code')));
  }
}

const known: readonly string[] = Object.entries(environment.shape).flatMap(([name, form]) =>
  form.meta()?.['secret'] === true ? [name, `${name}_FILE`] : [name],
);

/** Returns one warning per environment variable whose name is close to that of a known one. */
export function misspeltVariables(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const nearest = known.includes(name) ? undefined : nearestTo(name);
    return nearest === undefined ? [] : [`${name} is not a variable of Lectern: did you mean ${nearest}?`];
  });
}

/** The tolerance excludes common variables: HOME and PATH differ from HOST and PORT in two letters. */
function nearestTo(name: string): string | undefined {
  const allowed = Math.min(3, Math.max(1, Math.floor(name.length / 5)));
  const [nearest] = known
    .filter(({ length }) => Math.abs(length - name.length) <= allowed)
    .map((candidate) => ({ candidate, distance: editDistance(name.toUpperCase(), candidate) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((left, right) => left.distance - right.distance);
  return nearest?.candidate;
}

/**
 * Number of insertions, deletions, replacements and transpositions (optimal string alignment distance). Commander and
 * graphql-js export none; leven, a dependency of linters only, counts a transposition as two.
 */
function editDistance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= left.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const distance = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(row - 2, column - 2) + 1 : Infinity,
      );
      rows[row]?.push(distance);
    }
  }
  return at(left.length, right.length);
}
