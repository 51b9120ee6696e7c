// The test environment of most suites: the global scope of the worker itself instead of a `vm` context, so that
// .config/jest/runtime.cjs can share loaded modules between suites. A suite that mocks modules needs modules of its own
// and declares it in its first line: `/** @jest-environment node */`.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Globals of jest-circus, `jest.setTimeout` and the like, removed before the next suite. */
const LEFT_BY_JEST = [
  ...['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'LOG_ERRORS_BEFORE_RETRY'],
  ...['RETRY_TIMES', 'RETRY_TIMES_SETTER', 'RETRY_IMMEDIATELY', 'WAIT_BEFORE_RETRY'],
].map((name) => Symbol.for(name));

/** Events of `process` whose listeners belong to the suite that added them. */
const EVENTS = ['exit', 'beforeExit', 'warning', 'SIGINT', 'SIGTERM', 'SIGHUP'];

/** Captures the process state that suites may change. The returned function restores it. */
function snapshot() {
  const { console } = globalThis;
  const { exit, getBuiltinModule } = process;
  const environment = { ...process.env };
  const directory = process.cwd();
  const listeners = new Map(EVENTS.map((event) => [event, new Set(process.listeners(event))]));
  return () => {
    Object.assign(globalThis, { console });
    for (const symbol of LEFT_BY_JEST) delete globalThis[symbol];
    Object.assign(process, { exit, getBuiltinModule });
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(environment, name)) delete process.env[name];
    Object.assign(process.env, environment);
    process.chdir(directory);
    for (const [event, before] of listeners)
      for (const listener of process.listeners(event)) if (!before.has(listener)) process.off(event, listener);
  };
}

module.exports = class SharedEnvironment {
  global = globalThis;
  // Only used by configurations with `legacyFakeTimers`.
  fakeTimers = null;
  #restore = snapshot();

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  /** A test is found by its title, which says in words what holds. */
  handleTestEvent({ name, testName }) {
    if (name === 'add_test' && testName.includes('=>'))
      throw new Error(`The title of a test contains source code: ${testName}`);
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    this.#restore();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Always null: the runtime loads modules with Node.js itself. */
  getVmContext() {
    return null;
  }
};
