// The test environment of `npm test -- --scale`: skips the tests of scale-exceptions.mjs.
import SharedEnvironment from './environment.cjs';
import { exceptions } from './scale-exceptions.mjs';

const fullName = (test) => (test.parent?.parent ? `${fullName(test.parent)} ${test.name}` : test.name);

export default class ScaleEnvironment extends SharedEnvironment {
  #exceptions;

  constructor(config, context) {
    super(config, context);
    const [, file] = /\/test\/(.+)\.js$/.exec(context.testPath) ?? [];
    this.#exceptions = exceptions.filter((exception) => exception.file === file);
  }

  handleTestEvent(event) {
    super.handleTestEvent(event);
    const { name, test } = event;
    if (name === 'test_start' && this.#exceptions.some((exception) => fullName(test).startsWith(exception.test))) {
      test.mode = 'skip';
    }
  }
}
