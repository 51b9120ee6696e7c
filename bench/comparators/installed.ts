import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Relative to `dist/bench/comparators`, the location of the compiled file. */
const bench = createRequire(new URL('../../../bench/package.json', import.meta.url));

/**
 * Loads a package of `bench/node_modules` at run time. The caller declares the members that it uses, so that
 * compilation and checks only require the packages of the service.
 */
export function installed<Members>(specifier: string): Promise<Members> {
  return import(pathToFileURL(bench.resolve(specifier)).href) as Promise<Members>;
}
