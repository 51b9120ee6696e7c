import type { ClientBase } from 'pg';
import { stubCandidates } from '../../../core/talk/talk-names.js';
import { nameRows } from '../free-names.js';
import type { NamedTalk } from './talk-rows.js';
import type { TalkRecord } from './wire.js';

/** Assigns a unique stub to each talk: its own unless taken here (contract §4.2). */
export async function namedTalks(
  client: ClientBase,
  talks: readonly (readonly [id: number, talk: TalkRecord])[],
): Promise<NamedTalk[]> {
  const named = talks.map(([id, talk]) => ({ id, talk, stub: '' }));
  await nameRows(named, {
    given: ({ talk: { stub } }) => (stub !== null && /^[0-9A-Za-z]{1,30}$/.test(stub) ? stub : ''),
    candidates: stubCandidates,
    take: (talk, stub) => (talk.stub = stub),
    stored: async (names) => {
      const { rows } = await client.query<{ stub: string }>('select stub from talks where stub = any($1)', [names]);
      return rows.map(({ stub }) => stub);
    },
    brought: () => Promise.resolve([]),
  });
  return named;
}
