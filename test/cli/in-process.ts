import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { runCommand } from '../../src/cli/program.js';
import { recordConfiguration } from '../support/recording.js';
import { recordEnd, type Ended } from '../support/process.js';

/** Environment, standard streams and exit code belong to the process: one command at a time. */
const oneAtATime = pLimit(1);

/**
 * Runs a command in this process, which has loaded the modules already: a process of its own takes two seconds of CPU
 * time for that. `test/cli/commands.slow.ts` and `test/process` run the command line as a process.
 */
export const runInProcess = (words: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ended> =>
  oneAtATime(async () => {
    recordConfiguration({ ...environment });
    const { env, exitCode, stdin } = process;
    const { PATH = '', HOME = '' } = env;
    const output = capture(process.stdout);
    const errors = capture(process.stderr);
    process.env = { PATH, HOME, ...environment };
    process.exitCode = undefined;
    Object.defineProperty(process, 'stdin', { value: Readable.from([]), configurable: true });
    let code: number;
    try {
      await runCommand(words);
      code = Number(process.exitCode ?? 0);
    } finally {
      output.stop();
      errors.stop();
      Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
      Object.assign(process, { env, exitCode });
    }
    const ended = { code, output: output.text(), errors: errors.text() };
    recordEnd(environment['DATA_DIR'], ended.output, ended.errors);
    return ended;
  });

/** Collects what is written to a stream, in place of writing it. */
function capture(stream: NodeJS.WriteStream): { readonly text: () => string; readonly stop: () => void } {
  const { write } = stream;
  let text = '';
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
    if (done) process.nextTick(done);
    return true;
  };
  return { text: () => text, stop: () => void Object.assign(stream, { write }) };
}
