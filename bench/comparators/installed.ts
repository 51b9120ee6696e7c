import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** From `dist/bench/comparators`, where this file is compiled to. */
const bench = createRequire(new URL('../../../bench/package.json', import.meta.url));

/**
 * A package of `bench/node_modules`. It is looked up when it is needed, and the caller names the few members that it
 * uses: so everything compiles, and every check runs, where only the service's own packages are installed.
 */
export function installed<Members>(specifier: string): Promise<Members> {
  return import(pathToFileURL(bench.resolve(specifier)).href) as Promise<Members>;
}
