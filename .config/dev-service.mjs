// A process of .config/dev.mjs: loads packages ahead of time, and runs the service when it receives a message. So only
// the service's own modules are loaded after an edit. Arguments: the program, and the packages.
import { once } from 'node:events';
import { open } from 'node:inspector';
import { isBuiltin, registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** .vscode/launch.json names it, too. If another process uses it, the service runs without a debugger. */
const INSPECT = { host: '127.0.0.1', port: 9229 };
/** Without another module for so long, the service has started, and the next process may load packages. */
const SETTLED_MS = 1_000;

const leave = () => process.exit();
process.once('disconnect', leave);
const [node, , path, ...ahead] = process.argv;
const program = pathToFileURL(resolve(path)).href;
// One after another, in the order of the last process. The service itself reports one that is missing.
for (const name of ahead) await import(name).catch(() => undefined);

await once(process, 'message');
process.off('disconnect', leave);
open(INSPECT.port, INSPECT.host);
const packages = new Set();
const settled = setTimeout(() => {
  // A later module starts the timer again.
  if (process.connected) process.send([...packages], () => process.disconnect());
}, SETTLED_MS).unref();
registerHooks({
  resolve(specifier, context, next) {
    const isOurs = context.parentURL?.startsWith(new URL('.', program).href);
    if (isOurs) settled.refresh();
    if (isOurs && !specifier.startsWith('.') && !isBuiltin(specifier)) packages.add(specifier);
    return next(specifier, context);
  },
});
process.argv = [node, resolve(path)];
await import(program);
