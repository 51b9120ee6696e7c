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
export function readSecretFiles(given: Variables): { readonly variables: Variables; readonly problems: string[] } {
  const variables: Record<string, string | undefined> = { ...given };
  const problems: string[] = [];
  for (const name of secretVariables) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    const text = textOf(path);
    if (given[name] !== undefined) problems.push(`${name}: is set twice, directly and by ${name}_FILE: keep one`);
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
