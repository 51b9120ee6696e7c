// A reporter of Jest: records the programs of others that passing suites have run, if `RECORD_CONSUMERS` names a file.
const { relative } = require('node:path');

/** `test/feeds/x.test.ts` of `dist/test/feeds/x.test.js`. */
const sourceOf = (path) => relative('dist', path).replace(/\.js$/, '.ts');

/** A suite of which a part was not run has not passed. */
const hasPassed = ({ numPassingTests, numFailingTests, numPendingTests, testExecError }) =>
  numPassingTests > 0 && numFailingTests === 0 && numPendingTests === 0 && !testExecError;

module.exports = class RecordConsumers {
  async onRunComplete(_, { testResults }) {
    if (!process.env['RECORD_CONSUMERS']) return;
    const { recordConsumers } = await import('../record-consumers.mjs');
    const passed = new Set(testResults.filter(hasPassed).map(({ testFilePath }) => sourceOf(testFilePath)));
    await recordConsumers((suite) => passed.has(suite));
  }
};
