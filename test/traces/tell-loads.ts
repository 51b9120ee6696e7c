import { registerHooks } from 'node:module';

/** Modules of the bundle that are loaded only on demand. */
const PACKAGE = /\/dist\/bin\/chunks\/(open-telemetry|prom-client)-/;
const told = new Set<string>();

// Preloaded into a process: reports on standard error which of them it loads.
registerHooks({
  load(url, context, next) {
    const name = PACKAGE.exec(url)?.[1];
    if (name !== undefined && !told.has(name)) process.stderr.write(`loads ${name}\n`);
    if (name !== undefined) told.add(name);
    return next(url, context);
  },
});
