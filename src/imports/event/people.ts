import type { ClientBase } from 'pg';
import { isStorable } from '../../domain/validation.js';
import { OperatorError } from '../../operator-error.js';
import { Ledger, markRow, type Mark, type TableReport } from '../report.js';
import { numberIn } from './books.js';
import type { Conference } from './collect.js';
import { pageAt } from './pages.js';
import type { Source } from './source.js';
import { userRecord } from './wire.js';

/** Somebody with an account on the other server: its name, its address, or both; neither for anonymous people. */
interface Person {
  readonly username?: string | null;
  readonly account: string | null;
}

/** Who people of the other server are here. */
export interface People {
  /** The id of the account here; null for nobody. */
  readonly idOf: (person: Person) => number | null;
  readonly report: readonly TableReport[];
}

/** Nobody is the same person on both servers unless an operator says so. */
export const strangers: People = { idOf: () => null, report: [] };

/**
 * Takes people of one username, in any case, for the same person on both servers. Where a record tells only the address of
 * an account, it is asked for its name.
 *
 * @throws OperatorError as `pageAt`
 */
export async function samePeople(client: ClientBase, source: Source, conference: Conference): Promise<People> {
  const people = accountsOf(conference);
  const names = new Map(people.map(({ account, username }) => [account, username ?? null]));
  const ledger = new Ledger();
  const usernameOf = async (account: string, mark: Mark): Promise<string | null> =>
    source.owns(account)
      ? ((await askForName(source, account)) ?? mark.skip('it is not there any more'))
      : mark.skip('its address is on another server, which is not asked');

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

/** Everybody whom the conference names; those whose names are known come last, so that they are not asked for. */
function accountsOf({ event, talks, eventComments, talkComments }: Conference) {
  const authors = [...eventComments.records, ...talkComments.records].map(({ author }) => author);
  const everybody: Person[] = [...event.hosts, ...talks.records.flatMap(({ speakers }) => speakers), ...authors];
  return everybody
    .flatMap(({ account, username }) => (account === null ? [] : [{ account, username: username ?? null }]))
    .sort((one, other) => Number(one.username !== null) - Number(other.username !== null));
}

/** Null for an account that is not there: comments outlive their authors. */
async function askForName(source: Source, account: string): Promise<string | null> {
  try {
    const { records } = await pageAt(source, account, 'users', userRecord);
    return records[0]?.username ?? null;
  } catch (error) {
    if (error instanceof OperatorError && error.cause === 404) return null;
    throw error;
  }
}

/** The active accounts of these names, in any case, by the name that was asked for. */
export async function idsNamed(client: Pick<ClientBase, 'query'>, names: readonly string[]) {
  const { rows } = await client.query<{ name: string; id: number }>(
    `select g.name, u.id::float8 as id from unnest($1::text[]) as g(name)
      join users u on lower(u.username) = lower(g.name) and u.is_active`,
    [names.filter(isStorable)],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}
