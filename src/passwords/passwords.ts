import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { DomainError, type Problem } from '../errors.js';

/** Hashes and checks passwords; as verbs receive it. */
export interface Passwords {
  /** What is wrong with a new password; null when nothing is. */
  readonly passwordProblem: (password: string) => Problem | null;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly verifyPassword: (storedHash: string | null, password: string) => Promise<Verification>;
}

export interface Verification {
  readonly ok: boolean;
  /** Whether to store a new hash of this password, because the stored one is of an older making. */
  readonly rehash: boolean;
}

const FEWEST_CHARACTERS = 6;
const MOST_BYTES = 1_024;

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes a thread that files and host names need too, and 19 MiB. */
const AT_ONCE = 2;
/** About a second's work. Whoever comes later is told so at once. */
const MOST_WAITING = 64;
const RETRY_AFTER_SECONDS = 2;
const queue = pLimit(AT_ONCE);

/**
 * No check answers sooner. Checking a hash of the original takes several times as long as one of ours (120 ms on a small
 * machine), and an imported account would tell by it that it exists. To wait costs nobody but who logs in anything.
 */
const SHORTEST_CHECK_MS = 250;

const FIELD = 'password';

/** What is wrong with a new password (contract §2.5): fewer than 6 characters, or more than 1 024 bytes. */
export function passwordProblem(password: string): Problem | null {
  if ([...password].length < FEWEST_CHARACTERS)
    return { reason: 'PASSWORD_TOO_SHORT', field: FIELD, limit: FEWEST_CHARACTERS };
  return isTooLong(password) ? { reason: 'PASSWORD_TOO_LONG', field: FIELD, limit: MOST_BYTES } : null;
}

/**
 * The argon2id hash of a new password, in PHC form.
 *
 * @throws DomainError INVALID when the password is too short or too long, UNAVAILABLE when too many are waiting
 */
export async function hashPassword(password: string): Promise<string> {
  const problem = passwordProblem(password);
  if (problem) throw new DomainError('INVALID', [problem]);
  return inTurn(() => argon2.hash(password, parameters));
}

/**
 * Whether the password is the one that was hashed. It takes the same time where there is no hash, so that nobody learns
 * which accounts exist: ask also when there is no account.
 *
 * @param storedHash as `hashPassword` made it, or as the original did (contract §2.2); null, or anything else that is
 *   no hash at all: no password fits
 * @throws DomainError UNAVAILABLE when too many are waiting
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<Verification> {
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

/** A hash that no password has, but which is as much work as any. */
const { memoryCost: m, timeCost: t, parallelism: p } = parameters;
const zeros = (bytes: number): string => Buffer.alloc(bytes).toString('base64').replaceAll('=', '');
const nobody = `$argon2id$v=19$m=${m},t=${t},p=${p}$${zeros(16)}$${zeros(32)}`;
const noHash: HashKind = { ...ours, fits: (_, password) => ours.fits(nobody, password) };

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MOST_BYTES;
}

/** Few at a time, and a bounded queue. */
async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (queue.pendingCount >= MOST_WAITING)
    throw new DomainError('UNAVAILABLE', [{ reason: 'OVERLOADED' }], { retryAfter: RETRY_AFTER_SECONDS });
  return queue(work);
}
