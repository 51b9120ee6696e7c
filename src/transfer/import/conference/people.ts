import type { ClientBase } from 'pg';
import { isStorable } from '../../../database/storable.js';
import { OperatorError } from '../../../config/operator-error.js';
import { Ledger, markRow, type Mark, type TableReport } from '../report.js';
import { numberIn } from './ledgers.js';
import { type Conference, pageAt } from './collect.js';
import type { Source } from './source.js';
import { userRecord } from './wire.js';

/** An account on the other server: username, URI, or both; neither for anonymous users. */
interface Person {
  readonly username?: string | null;
  readonly account: string | null;
}

/** Maps accounts of the other server to local ones. */
export interface People {
  /** The local account ID; null if unmatched. */
  readonly idOf: (person: Person) => number | null;
  readonly report: readonly TableReport[];
}

/** The default: accounts are not matched without the operator's consent. */
export const unmatchedPeople: People = { idOf: () => null, report: [] };

/**
 * Matches accounts by username, case-insensitive. If a record has only the URI of an account, requests its username.
 *
 * @throws OperatorError as `pageAt`
 */
export async function samePeople(client: ClientBase, source: Source, conference: Conference): Promise<People> {
  const people = accountsOf(conference);
  const names = new Map(people.map(({ account, username }) => [account, username ?? null]));
  const ledger = new Ledger();
  const usernameOf = async (account: string, mark: Mark): Promise<string | null> =>
    source.owns(account)
      ? ((await fetchUsername(source, account)) ?? mark.skip('it no longer exists'))
      : mark.skip('its URL is on another server, which is not contacted');

  const known = people.filter(
    (person, place) => people.findIndex(({ account }) => account === person.account) === place,
  );
  const marked = [];
  for (const { account } of known) {
    const mark = markRow(ledger, numberIn(account));
    const username = names.get(account) ?? (await usernameOf(account, mark));
    names.set(account, username);
    marked.push({ mark, username });
  }
  const ids = await idsNamed(
    client,
    [...names.values()].filter((name) => name !== null),
  );
  for (const { mark, username } of marked) {
    if (username !== null && !ids.has(username)) mark.skip('no active account here has its username');
    mark.settle();
  }
  return {
    idOf: ({ account }) => ids.get(names.get(account ?? '') ?? '') ?? null,
    report: [ledger.report('accounts')],
  };
}

/** All referenced accounts; those with a known username last, so that their usernames are not requested. */
function accountsOf({ event, talks, eventComments, talkComments }: Conference) {
  const authors = [...eventComments.records, ...talkComments.records].map(({ author }) => author);
  const persons: Person[] = [...event.hosts, ...talks.records.flatMap(({ speakers }) => speakers), ...authors];
  return persons
    .flatMap(({ account, username }) => (account === null ? [] : [{ account, username: username ?? null }]))
    .sort((one, other) => Number(one.username !== null) - Number(other.username !== null));
}

/** Null for a deleted account: comments outlive their authors. */
async function fetchUsername(source: Source, account: string): Promise<string | null> {
  try {
    const { records } = await pageAt(source, account, 'users', userRecord);
    return records[0]?.username ?? null;
  } catch (error) {
    if (error instanceof OperatorError && error.cause === 404) return null;
    throw error;
  }
}

/** The active accounts with these usernames, case-insensitive, keyed by the requested username. */
export async function idsNamed(client: Pick<ClientBase, 'query'>, names: readonly string[]) {
  const { rows } = await client.query<{ name: string; id: number }>(
    `select g.name, u.id::float8 as id from unnest($1::text[]) as g(name)
      join users u on lower(u.username) = lower(g.name) and u.is_active`,
    [names.filter(isStorable)],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}
