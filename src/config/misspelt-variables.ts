import { environment } from './environment.js';

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
