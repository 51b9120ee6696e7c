import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { environment } from './environment.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Those that nobody but the operator may see. Each may also be what a file says, which `<variable>_FILE` names. */
const secretVariables = Object.entries<z.ZodType>(environment.shape)
  .filter(([, form]) => form.meta()?.['secret'] === true)
  .map(([name]) => name);

/**
 * Reads the secrets that are in files, as container engines hand them over.
 *
 * @returns the variables with what their files say; and what is wrong with the files, which holds no secret
 */
export function readSecretFiles(given: Variables): { readonly variables: Variables; readonly problems: string[] } {
  const variables: Record<string, string | undefined> = { ...given };
  const problems: string[] = [];
  for (const name of secretVariables) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    const text = textOf(path);
    if (given[name] !== undefined) problems.push(`${name}: is given twice, by itself and by ${name}_FILE: keep one`);
    else if (text instanceof Error) problems.push(`${name}_FILE: ${path} cannot be read (${text.message})`);
    else if (text === '') problems.push(`${name}_FILE: ${path} is empty`);
    else variables[name] = text;
  }
  return { variables, problems };
}

/** Without the line break that editors and `echo` put at the end. */
function textOf(path: string): string | Error {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    return new Error(String(Reflect.get(Object(error), 'code')));
  }
}
