import type { Row } from './ledger.js';
import type { World } from './world.js';

/** What fills the places of a path, by their names. */
export type Params = Readonly<Record<string, string>>;

/** What there is to ask for. */
export interface Pools extends Readonly<Record<PoolName, readonly Params[]>> {
  /** Texts that stand somewhere in the world, to be searched for. */
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
  | 'slugs'
  | 'stubs'
  | 'talkStubs'
  | 'usernames';

/** Numbers of nothing, and what is no number at all. */
const nothing: readonly Params[] = ['0', '99999999', '9'.repeat(20), 'abc', '1.0'].map((id) => ({ id }));
const numbers = (count: number): Params[] => Array.from({ length: count }, (_, index) => ({ id: String(index + 1) }));

export function poolsOf({ rows }: World): Pools {
  const values = (table: string, column: string): string[] =>
    (rows.get(table) ?? []).flatMap((row: Row) => (row[column] === null ? [] : [String(row[column])]));
  const ids = (table: string): Params[] => [...values(table, 'id').map((id) => ({ id })), ...nothing];
  const named = (table: string, column: string): Params[] =>
    [...values(table, column), 'nobody is called so'].map((name) => ({ name }));
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
    // The second half of them at talks to which they do not belong; and one that there is not, for worlds without any.
    links: [
      ...linksOf,
      ...linksOf.map(({ link }, index) => ({ id: talkIds[index % talkIds.length] ?? '0', link })),
      { id: talkIds[0] ?? '0', link: '99999999' },
    ],
    slugs: named('events', 'slug'),
    stubs: named('events', 'stub'),
    talkStubs: named('talks', 'stub'),
    usernames: named('users', 'username'),
    names: [...values('events', 'name'), ...values('users', 'username'), ...values('users', 'full_name')],
    titles: values('talks', 'title'),
    tags: (rows.get('events') ?? []).flatMap((row) => row['tags'] as string[]),
  };
}
