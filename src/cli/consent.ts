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

async function agreed(message: string): Promise<boolean> {
  try {
    // What a command answers is on standard output, and nothing else.
    return await confirm({ message, default: false }, { output: process.stderr });
  } catch (error) {
    // Ctrl-C is an answer too.
    if (Reflect.get(Object(error), 'name') === 'ExitPromptError') return false;
    throw error;
  }
}
