import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { spawnCommand } from '../support/process.js';
import { commandLine, type CommandLine } from './command.js';

let line: CommandLine;
beforeAll(async () => {
  line = await commandLine();
});
afterAll(cleanUp);

it('a command that fails unexpectedly prints the message and the stack, but no line of the bundle', async () => {
  await line.database.pool.query('alter table users rename column full_name to called');
  const { code, output, errors } = await spawnCommand(['user', 'list'], line.environment).ended;
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toMatch(/^Unexpected error\. .*full_name.* does not exist\n {4}at /);
  const [, ...lines] = errors.trimEnd().split('\n');
  expect(lines.filter((one) => !/^ {4}at |^ {2}\[cause\]/.test(one))).toEqual([]);
});
