import type { PasswordVerification } from '../../core/ports.js';
import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { DomainError, type Problem } from '../../core/errors.js';

const FEWEST_CHARACTERS = 6;
const MOST_BYTES = 1_024;

/** OWASP's first recommendation for argon2id: 19 MiB, two iterations, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash occupies a libuv thread, which file and DNS access also need, and 19 MiB. */
const AT_ONCE = 2;
/** About 1 s of work. Further requests fail immediately. */
const MOST_WAITING = 64;
const RETRY_AFTER_SECONDS = 2;
const queue = pLimit(AT_ONCE);

/**
 * Minimum duration of a check. A legacy hash takes several times as long as argon2id (120 ms on a small machine), so
 * the timing would reveal imported accounts. Only the client that logs in waits.
 */
const SHORTEST_CHECK_MS = 250;

const FIELD = 'password';

/** Validates a new password (contract §2.5): at least 6 characters, at most 1 024 bytes. */
export function passwordProblem(password: string): Problem | null {
  if ([...password].length < FEWEST_CHARACTERS)
    return { reason: 'PASSWORD_TOO_SHORT', field: FIELD, limit: FEWEST_CHARACTERS };
  return isTooLong(password) ? { reason: 'PASSWORD_TOO_LONG', field: FIELD, limit: MOST_BYTES } : null;
}

/**
 * Hashes a new password with argon2id, in PHC format.
 *
 * @throws DomainError INVALID if the password is too short or too long, UNAVAILABLE if the queue is full
 */
export async function hashPassword(password: string): Promise<string> {
  const problem = passwordProblem(password);
  if (problem) throw new DomainError('INVALID', [problem]);
  return inTurn(() => argon2.hash(password, parameters));
}

/**
 * Verifies a password. Takes the same time without a hash, so that timing does not reveal which accounts exist: call it
 * for unknown accounts, too.
 *
 * @param storedHash created by `hashPassword` or by the original (contract §2.2); null or an unknown format matches no
 *   password
 * @throws DomainError UNAVAILABLE if the queue is full
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<PasswordVerification> {
  if (isTooLong(password)) return { ok: false, rehash: false };
  const stored = storedHash ?? nobody;
  const { fits, isOutdated } = kinds.find(({ form }) => form.test(stored)) ?? noHash;
  const { ok, began } = await inTurn(async () => {
    const began = performance.now();
    return { ok: await fits(stored, password), began };
  });
  await sleep(Math.max(0, began + SHORTEST_CHECK_MS - performance.now()));
  return { ok, rehash: ok && isOutdated(stored) };
}

interface HashKind {
  readonly form: RegExp;
  readonly fits: (stored: string, password: string) => Promise<boolean>;
  readonly isOutdated: (stored: string) => boolean;
}

const ours: HashKind = {
  form: /^\$argon2(?:id|i|d)\$/,
  fits: (stored, password) => argon2.verify(stored, password),
  isOutdated(stored) {
    const { memoryCost, timeCost, parallelism } = argon2.parseOptions(stored);
    const used = JSON.stringify({ memoryCost, timeCost, parallelism });
    return !stored.startsWith('$argon2id$') || used !== JSON.stringify(parameters);
  },
};

/** bcrypt of the password's MD5 in lower-case hex. */
const legacy: HashKind = {
  form: /^\$2[aby]\$/,
  fits: (stored, password) => bcrypt.verify(createHash('md5').update(password).digest('hex'), stored),
  isOutdated: () => true,
};

const kinds: readonly HashKind[] = [ours, legacy];

/** A dummy hash that matches no password and costs as much to verify as a real one. */
const { memoryCost: m, timeCost: t, parallelism: p } = parameters;
const zeros = (bytes: number): string => Buffer.alloc(bytes).toString('base64').replaceAll('=', '');
const nobody = `$argon2id$v=19$m=${m},t=${t},p=${p}$${zeros(16)}$${zeros(32)}`;
const noHash: HashKind = { ...ours, fits: (_, password) => ours.fits(nobody, password) };

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MOST_BYTES;
}

/** Limits the concurrency and the length of the queue. */
async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (queue.pendingCount >= MOST_WAITING)
    throw new DomainError('UNAVAILABLE', [{ reason: 'OVERLOADED' }], { retryAfter: RETRY_AFTER_SECONDS });
  return queue(work);
}
