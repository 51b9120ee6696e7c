import confirm from '@inquirer/confirm';
import { Option } from 'commander';
import { OperatorError } from '../operator-error.js';

/** For commands that take something away. */
export const yesOption = (): Option => new Option('--yes', 'do not ask').default(false);

/**
 * Asks before something is taken away: on a terminal. Without one nobody can answer, and `--yes` is needed.
 *
 * @param question what is about to be done, as a question
 * @throws OperatorError unless somebody agrees
 */
export async function requireConsent(question: string, { yes }: { readonly yes: boolean }): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new OperatorError(`${question} Say so with --yes, where nobody can be asked. Nothing was changed.`);
  }
  if (!(await agreed(question))) throw new OperatorError('Nothing was changed.');
}

/** Ctrl-C, and the end of the input: answers too. */
const ENDS: readonly unknown[] = ['ExitPromptError', 'AbortPromptError'];

async function agreed(message: string): Promise<boolean> {
  // Of Ctrl-D the question itself takes no notice: nothing reads the terminal any more, and it would wait for ever.
  const ended = new AbortController();
  process.stdin.once('pause', () => ended.abort());
  try {
    // What a command answers is on standard output, and nothing else.
    return await confirm({ message, default: false }, { output: process.stderr, signal: ended.signal });
  } catch (error) {
    if (ENDS.includes(Reflect.get(Object(error), 'name'))) return false;
    throw error;
  }
}
