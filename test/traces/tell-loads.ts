import { registerHooks } from 'node:module';

/** What is loaded only where somebody asks for it. */
const PACKAGE = /node_modules\/(@opentelemetry\/sdk-node|prom-client)\//;
const told = new Set<string>();

// Loaded into a process before it does anything of its own: says on standard error which of them it loads.
registerHooks({
  load(url, context, next) {
    const name = PACKAGE.exec(url)?.[1];
    if (name !== undefined && !told.has(name)) process.stderr.write(`loads ${name}\n`);
    if (name !== undefined) told.add(name);
    return next(url, context);
  },
});
