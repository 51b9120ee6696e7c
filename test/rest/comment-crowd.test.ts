import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hashToken, newToken } from '../../src/core/common/bearer-token.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordOf } from './ask.js';
import { expectTrueCounters, tally, times } from './at-once.js';

/** A keynote's audience. */
const PEOPLE = 500;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('a comment runs three statements before its transaction and four in it; a star is the third statement', async () => {
  const { pool } = service.database;
  const talk = await make.createTalk(pool, await make.createEvent(pool));
  const token = await make.createToken(pool, await make.createUser(pool));
  const asked = async (path: string, body?: object) => {
    service.takeStatements();
    expect(await ask(service, `/v2.1/talks/${talk}/${path}`, { method: 'POST', token, body })).toMatchObject({
      status: 201,
    });
    return service.takeStatements().map((text) => /(?:from|into) "?(?!waiting)(\w+)/.exec(text)?.[1]);
  };
  const before = ['users', 'talks', 'talk_comments'];
  const inTransaction = ['users', 'talk_speakers', 'talk_comments', 'talk_comments'];
  expect(await asked('comments', { comment: 'Good', rating: 4 })).toEqual([...before, ...inTransaction]);
  expect(await asked('starred')).toEqual(['users', 'talks', 'talk_stars']);
});

it('500 users comment on one talk concurrently: none is lost, and none is counted twice', async () => {
  const { pool } = service.database;
  const event = await make.createEvent(pool);
  const talk = await make.createTalk(pool, event);
  const tokens = times(PEOPLE, newToken);
  await pool.query(
    `with people as (insert into users (username, full_name, email)
        select 'person' || n, 'Person ' || n, n || '@example.org' from generate_series(1, $1) n returning id)
      insert into access_tokens (user_id, token_hash) select p.id, h.hash
        from (select id, row_number() over () as place from people) p
        join unnest($2::text[]) with ordinality as h (hash, place) using (place)`,
    [PEOPLE, tokens.map(hashToken)],
  );
  const answers = await Promise.all(
    tokens.map((token, place) =>
      ask(service, `/v2.1/talks/${talk}/comments`, {
        method: 'POST',
        token,
        body: { comment: `I am number ${place}`, rating: 1 + (place % 5) },
      }),
    ),
  );
  expect(tally(answers)).toEqual({ '201 ': PEOPLE });
  expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(PEOPLE);
  expect(recordOf(await ask(service, `/v2.1/talks/${talk}`), 'talks')).toMatchObject({
    comment_count: PEOPLE,
    average_rating: 3,
  });
  expect(recordOf(await ask(service, `/v2.1/events/${event}?verbose=yes`), 'events')).toMatchObject({
    talk_comments_count: PEOPLE,
  });
  await expectTrueCounters(service);
}, 240_000);
