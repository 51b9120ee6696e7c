import confirm from '@inquirer/confirm';
import { Option } from 'commander';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../config/operator-error.js';

/** For destructive commands. */
export const yesOption = (): Option => new Option('--yes', 'skip the confirmation prompt').default(false);

/**
 * Prompts for confirmation of a destructive action. Without a terminal, `--yes` is required.
 *
 * @param question the action, phrased as a question
 * @throws OperatorError unless confirmed
 */
export async function requireConfirmation(question: string, { yes }: { readonly yes: boolean }): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new OperatorError(`${question} Without a terminal, confirm with --yes. Nothing was changed.`);
  }
  if (!(await prompt(question))) throw new OperatorError('Nothing was changed.');
}

/** Ctrl-C and end of input count as a refusal. */
const CANCELLATIONS: readonly unknown[] = ['ExitPromptError', 'AbortPromptError'];

async function prompt(message: string): Promise<boolean> {
  // The prompt ignores Ctrl-D: the input pauses, and it would wait forever.
  const ended = new AbortController();
  process.stdin.once('pause', () => ended.abort());
  try {
    // Standard output is reserved for the result of the command.
    return await confirm({ message, default: false }, { output: process.stderr, signal: ended.signal });
  } catch (error) {
    if (CANCELLATIONS.includes(Reflect.get(Object(error), 'name'))) return false;
    throw error;
  }
}

export interface PasswordOptions {
  readonly passwordStdin: boolean;
}

/** A password is never an argument: every process on the machine can read those. */
export const passwordOption = (): Option =>
  new Option('--password-stdin', 'read the password from the first line of standard input').default(false);

/** Reads the password from standard input, or generates one of 96 bits, to be printed once. */
export async function readOrGeneratePassword({
  passwordStdin,
}: PasswordOptions): Promise<{ password: string; isNew: boolean }> {
  if (!passwordStdin) return { password: randomBytes(12).toString('base64url'), isNew: true };
  return { password: (await text(process.stdin)).split(/\r?\n/)[0] ?? '', isNew: false };
}
