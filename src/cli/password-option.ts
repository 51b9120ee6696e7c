import { Option } from 'commander';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';

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
