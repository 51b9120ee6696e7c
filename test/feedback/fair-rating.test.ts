import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fairRating, type Distribution } from '../../src/core/reads/fair-rating.js';
import { startService, type TestService } from '../support/service.js';
import * as make from '../support/factories.js';
import { askData } from '../graphql/ask.js';
import { randomFrom } from '../process/random-world.js';

let service: TestService;
beforeAll(async () => (service = await startService()));
afterAll(() => service.stop());

/** docs/feedback.md, Fair rating: votes for 1 to 5, `fair`, `fairLow`. */
const vectors: readonly [Distribution, number, number][] = [
  [[0, 0, 0, 0, 0], 3, 2.0474],
  [[0, 0, 0, 0, 1], 3.3333, 2.4037],
  [[0, 0, 0, 1, 3], 3.7778, 3.049],
  [[1, 0, 0, 0, 0], 2.6667, 1.737],
  [[0, 0, 4, 26, 50], 4.4824, 4.347],
  [[40, 0, 0, 0, 40], 3, 2.6494],
];

const voters: string[] = [];
/** One statement per talk: comments of different users with these ratings. */
async function vote(event: string, talk: string, votes: Distribution): Promise<void> {
  const ratings = votes.flatMap((count, index) => Array.from({ length: count }, () => index + 1));
  const { pool } = service.database;
  while (voters.length < ratings.length) voters.push(await make.createUser(pool));
  await pool.query(
    `insert into talk_comments (event_id, talk_id, user_id, rating, comment)
      select $1, $2, v.user_id, v.rating, 'Fine' from unnest($3::bigint[], $4::int[]) as v (user_id, rating)`,
    [event, talk, voters.slice(0, ratings.length), ratings],
  );
}

describe('the fair rating', () => {
  it.each(vectors)('of the votes %p is %p, at least %p', async (votes, fair, fairLow) => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const talk = await make.createTalk(pool, event);
    await vote(event, talk, votes);
    const { ratings } = (await askData(service, `{ talk(id: ${talk}) { ratings { fair fairLow } } }`)).talk;
    expect([ratings.fair, ratings.fairLow]).toEqual([expect.closeTo(fair, 4), expect.closeTo(fairLow, 4)]);
    const { rows } = await pool.query('select fair_low($1, $2, $3, $4, $5) as low', [...votes]);
    expect(rows).toEqual([{ low: ratings.fairLow }]);
  });
});

describe('the order BEST_RATED', () => {
  const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

  it(`equals a recount over 1000 random distributions (TEST_SEED=${seed})`, async () => {
    const random = randomFrom(seed);
    const { pool } = service.database;
    for (let round = 0; round < 100; round += 1) {
      const event = await make.createEvent(pool);
      const expected: { id: string; fairLow: number }[] = [];
      for (let index = 0; index < 10; index += 1) {
        const id = await make.createTalk(pool, event);
        const votes = [0, 0, 0, 0, 0].map(() => Math.floor(random() ** 3 * 6)) as unknown as Distribution;
        await vote(event, id, votes);
        expected.push({ id, fairLow: fairRating(votes).fairLow });
      }
      expected.sort((a, b) => b.fairLow - a.fairLow || Number(a.id) - Number(b.id));
      const page = (args: string) => `event(id: ${event}) { talks(orderBy: BEST_RATED, ${args}) {
        nodes { id ratings { fairLow } } pageInfo { endCursor } } }`;
      const { first } = await askData(service, `{ first: ${page('first: 4')} }`);
      const after = `first: 6, after: "${first.talks.pageInfo.endCursor}"`;
      const { rest } = await askData(service, `{ rest: ${page(after)} }`);
      const found = [...first.talks.nodes, ...rest.talks.nodes].map(({ id, ratings }) => ({ id, ...ratings }));
      expect(found).toEqual(expected);
    }
  });
});
