// Loads suites with Node.js itself, where their environment (.config/jest/environment.cjs) has no `vm` context. Jest's own
// loader evaluates all of the service and its packages again for each suite, which takes two seconds; here a worker
// evaluates them once, as a process of the service does. Modules below test/ are evaluated again for each suite: what a
// suite stores in them is isolated.
const { registerHooks } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');

const TESTS = pathToFileURL(join(__dirname, '../../dist/test/')).href;
const GLOBALS = pathToFileURL(join(__dirname, 'globals.mjs')).href;

let suites = 0;
/** The query of a URL that separates the suites' copies of a module. */
const ownQuery = (url = '') => (url.startsWith(TESTS) ? new URL(url).search : '');

registerHooks({
  resolve(specifier, context, next) {
    const query = ownQuery(context.parentURL);
    if (specifier === '@jest/globals') return { url: `${GLOBALS}${query}`, shortCircuit: true };
    const resolved = next(specifier, context);
    return query !== '' && resolved.url.startsWith(TESTS) ? { ...resolved, url: `${resolved.url}${query}` } : resolved;
  },
});

/** Evaluates a module again: jest-circus stores the tests of one suite in its variables. */
function requireAgain(path) {
  delete require.cache[path];
  return require(path);
}

module.exports = class SharedRuntime extends JestRuntime {
  #environment;
  #testPath;

  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    const { getBuiltinModule } = process;
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    // Jest replaces the one of the environment's process.
    Object.assign(process, { getBuiltinModule });
    this.#environment = environment;
    this.#testPath = testPath;
  }

  get #isShared() {
    return this.#environment.getVmContext() === null;
  }

  requireInternalModule(from, to) {
    return this.#isShared && to === undefined ? requireAgain(from) : super.requireInternalModule(from, to);
  }

  unstable_shouldLoadAsEsm(path) {
    return this.#isShared || super.unstable_shouldLoadAsEsm(path);
  }

  async unstable_importModule(path) {
    if (!this.#isShared) return super.unstable_importModule(path);
    suites += 1;
    globalThis[Symbol.for('lectern-jest-globals')] = this.requireModuleOrMock(this.#testPath, '@jest/globals');
    return import(`${pathToFileURL(path).href}?suite=${suites}`);
  }
};
