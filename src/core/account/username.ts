import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { domainError } from '../errors.js';
import { namesInUse } from '../reads/accounts.js';
import { statementsOf } from '../transaction/transactions.js';

/** Which usernames may be new: none that looks like another one, or like a script that it is not. */

/** Scripts in common use (UAX #31, table 5). */
const scripts = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Arabic', 'Bengali', 'Bopomofo', 'Devanagari', 'Ethiopic', 'Georgian'],
  ...['Gujarati', 'Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana', 'Khmer', 'Lao'],
  ...['Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
].map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);
const OTHER = 'other';

/** Scripts whose letters look like Latin ones. */
const lookalikes: ReadonlySet<string> = new Set(['Cyrillic', 'Greek', 'Armenian', OTHER]);
/** Scripts that are written together (UTS #39, §5.2, level "highly restrictive"). */
const writtenTogether = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Bopomofo']),
  new Set(['Latin', 'Han', 'Hangul']),
];

/** The scripts of the letters; digits, signs and marks belong to all. */
function scriptsOf(text: string): Set<string> {
  const letters = [...text.normalize('NFC')].filter(
    (letter) => !/[\p{Script=Common}\p{Script=Inherited}]/u.test(letter),
  );
  return new Set(letters.map((letter) => scripts.find(([, form]) => form.test(letter))?.[0] ?? OTHER));
}

/** Invisible characters except those that some scripts and emoji need: joiners and variation selectors. */
const INVISIBLE =
  /(?![\u200c\u200d\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Those, where they have no effect. */
const IDLE_JOINER =
  /(?:^|[\s\p{Nd}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}])[\u200c\u200d\ufe0e\ufe0f]/u;

/**
 * Whether a username mixes scripts that are not written together, or contains characters that are not visible. As level
 * "moderately restrictive" of UTS #39: Latin may be mixed with one other script, except those that look like it.
 */
export function isMisleading(username: string): boolean {
  if (INVISIBLE.test(username) || IDLE_JOINER.test(username)) return true;
  const used = scriptsOf(username);
  if (used.size <= 1 || writtenTogether.some((together) => [...used].every((script) => together.has(script))))
    return false;
  return used.size > 2 || !used.has('Latin') || [...used].some((script) => lookalikes.has(script));
}

/** Locks in one order: two usernames may agree in one key and differ in the other. */
const lockUsername = statement(
  'lock username',
  ($: Parameters<{ username: string }>) => sql<object>`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('username ' || name, 0) as key
      from unnest(array[public.search_text(${$.username}::text), public.username_key(${$.username}::text)]) as name
      order by key
    ) as keys`,
);

/**
 * Reserves a new username until the transaction ends. Concurrent writes of a username that looks alike wait, and then see
 * this one. No unique index, because stored usernames may look alike.
 *
 * @param except the account that takes the username; null for a new one
 * @throws DomainError INVALID if another account has a username that looks like it
 */
export async function reserveUsername(em: EntityManager, username: string, except: string | null): Promise<void> {
  const { run } = statementsOf(em);
  await run(lockUsername, { username });
  const [inUse] = await run(namesInUse, { username, email: '', except });
  if (inUse?.username) throw domainError('INVALID', 'USERNAME_TAKEN', 'username');
}
