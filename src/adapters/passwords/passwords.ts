import type { HashingCaller, PasswordVerification } from '../../core/ports.js';
import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, type Problem } from '../../core/errors.js';
import { enqueue } from './hashing-queue.js';

const MIN_LENGTH = 6;
const MAX_BYTES = 1_024;

/** OWASP's first recommendation for argon2id: 19 MiB, two iterations, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Minimum duration of a check. A legacy hash takes several times as long as argon2id (120 ms on a small machine), so
 * the timing would reveal imported accounts. Only the client that logs in waits.
 */
const MIN_CHECK_MS = 250;

const FIELD = 'password';

/** Validates a new password (contract §2.5): at least 6 characters, at most 1 024 bytes. */
export function passwordProblem(password: string): Problem | null {
  if ([...password].length < MIN_LENGTH) return { reason: 'PASSWORD_TOO_SHORT', field: FIELD, limit: MIN_LENGTH };
  return isTooLong(password) ? { reason: 'PASSWORD_TOO_LONG', field: FIELD, limit: MAX_BYTES } : null;
}

/**
 * Hashes a new password with argon2id, in PHC format.
 *
 * @throws DomainError INVALID if the password is too short or too long, UNAVAILABLE if the queue is full
 */
export async function hashPassword(password: string, caller?: HashingCaller): Promise<string> {
  const problem = passwordProblem(password);
  if (problem) throw new DomainError('INVALID', [problem]);
  return enqueue(() => argon2.hash(password, parameters), caller);
}

/**
 * Verifies a password. Takes the same time without a hash, so that timing does not reveal which accounts exist: call it
 * for unknown accounts, too.
 *
 * @param storedHash created by `hashPassword` or by the original (contract §2.2); null or an unknown format matches no
 *   password
 * @throws DomainError UNAVAILABLE if the queue is full
 */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
  caller?: HashingCaller,
): Promise<PasswordVerification> {
  if (isTooLong(password)) return { ok: false, rehash: false };
  const stored = storedHash ?? DUMMY_HASH;
  const { matches, isOutdated } = kinds.find(({ form }) => form.test(stored)) ?? unknownHash;
  const { ok, began } = await enqueue(async () => {
    const began = performance.now();
    return { ok: await matches(stored, password), began };
  }, caller);
  await sleep(Math.max(0, began + MIN_CHECK_MS - performance.now()));
  return { ok, rehash: ok && isOutdated(stored) };
}

interface HashKind {
  readonly form: RegExp;
  readonly matches: (stored: string, password: string) => Promise<boolean>;
  readonly isOutdated: (stored: string) => boolean;
}

const argon2Hash: HashKind = {
  form: /^\$argon2(?:id|i|d)\$/,
  matches: (stored, password) => argon2.verify(stored, password),
  isOutdated(stored) {
    const { memoryCost, timeCost, parallelism } = argon2.parseOptions(stored);
    const used = JSON.stringify({ memoryCost, timeCost, parallelism });
    return !stored.startsWith('$argon2id$') || used !== JSON.stringify(parameters);
  },
};

/** bcrypt of the password's MD5 in lower-case hex. */
const legacyHash: HashKind = {
  form: /^\$2[aby]\$/,
  matches: (stored, password) => bcrypt.verify(createHash('md5').update(password).digest('hex'), stored),
  isOutdated: () => true,
};

const kinds: readonly HashKind[] = [argon2Hash, legacyHash];

/** A dummy hash that matches no password and costs as much to verify as a real one. */
const { memoryCost: m, timeCost: t, parallelism: p } = parameters;
const zeros = (bytes: number): string => Buffer.alloc(bytes).toString('base64').replaceAll('=', '');
const DUMMY_HASH = `$argon2id$v=19$m=${m},t=${t},p=${p}$${zeros(16)}$${zeros(32)}`;
const unknownHash: HashKind = { ...argon2Hash, matches: (_, password) => argon2Hash.matches(DUMMY_HASH, password) };

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_BYTES;
}
