import type { Row } from './ledger.js';
import type { World } from './world.js';

/** Values of path parameters, by name. */
export type Params = Readonly<Record<string, string>>;

/** The records of a world that requests can address. */
export interface Pools extends Readonly<Record<PoolName, readonly Params[]>> {
  /** Texts that occur in the world, for searches. */
  readonly names: readonly string[];
  readonly titles: readonly string[];
  readonly tags: readonly string[];
}
export type PoolName =
  | 'events'
  | 'talks'
  | 'tracks'
  | 'talkComments'
  | 'eventComments'
  | 'users'
  | 'tokens'
  | 'applications'
  | 'languages'
  | 'talkTypes'
  | 'links'
  | 'stubs'
  | 'usernames';

/** Unknown IDs, and values that are not IDs. */
const nothing: readonly Params[] = ['0', '99999999', '9'.repeat(20), 'abc', '1.0'].map((id) => ({ id }));
const numbers = (count: number): Params[] => Array.from({ length: count }, (_, index) => ({ id: String(index + 1) }));

export function poolsOf({ rows }: World): Pools {
  const values = (table: string, column: string): string[] =>
    (rows.get(table) ?? []).flatMap((row: Row) => (row[column] === null ? [] : [String(row[column])]));
  const ids = (table: string): Params[] => [...values(table, 'id').map((id) => ({ id })), ...nothing];
  const named = (table: string, column: string): Params[] =>
    [...values(table, column), 'an unused name'].map((name) => ({ name }));
  const talkIds = values('talks', 'id');
  const linksOf = (rows.get('talk_links') ?? []).map((row) => ({
    id: String(row['talk_id']),
    link: String(row['id']),
  }));
  return {
    events: ids('events'),
    talks: ids('talks'),
    tracks: ids('tracks'),
    talkComments: ids('talk_comments'),
    eventComments: ids('event_comments'),
    users: ids('users'),
    tokens: ids('access_tokens'),
    applications: ids('applications'),
    languages: [...numbers(9), ...nothing],
    talkTypes: [...numbers(5), ...nothing],
    // The second half pairs them with the wrong talks; the last ID is unknown, for worlds without comments.
    links: [
      ...linksOf,
      ...linksOf.map(({ link }, index) => ({ id: talkIds[index % talkIds.length] ?? '0', link })),
      { id: talkIds[0] ?? '0', link: '99999999' },
    ],
    stubs: named('events', 'stub'),
    usernames: named('users', 'username'),
    names: [...values('events', 'name'), ...values('users', 'username'), ...values('users', 'full_name')],
    titles: values('talks', 'title'),
    tags: (rows.get('events') ?? []).flatMap((row) => row['tags'] as string[]),
  };
}
