import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, newToken } from '../../src/core/common/bearer-token.js';
import { openClient } from '../client.js';
import type { Fault } from '../fault.js';
import { alike, atMost } from '../finding.js';
import { nothingLost, prove } from '../proof.js';
import { findFaketime } from '../program.js';
import { Tally } from '../tally.js';
import type { World } from '../world.js';

const COMMENTS = 20;
const SECRET_KEY = 'the same secret key in every one of them';
const OFF_BY_SECONDS = 5;
/** Interval between comments. A service estimates PostgreSQL's clock from round trips, to some milliseconds. */
const APART_MS = 250;

/** Row 20: the clocks of two services differ from PostgreSQL's by two hours, and from each other by four. */
export const clocksApart: Fault = {
  number: '20',
  name: 'The clock of one service is two hours fast, that of another two hours slow',
  figure:
    'PostgreSQL’s clock is authoritative at both: comments have its time and are in order if 250 ms apart, and tokens expire by it',
  quick: true,
  servers: 'one',
  needs: ['faketime'],
  async inject(site) {
    const world = await site.world();
    const faked = {
      DATABASE_URL: world.url,
      SECRET_KEY,
      LD_PRELOAD: findFaketime()!,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    const services = [
      await site.service({ ...faked, FAKETIME: '+2h' }),
      await site.service({ ...faked, FAKETIME: '-2h' }),
    ];
    for (const service of services) await service.start();
    const tally = new Tally();
    const acknowledged: string[] = [];
    const skews = await Promise.all(services.map(({ base }) => hoursOff(base)));
    const [talk = ''] = world.talks;
    for (let turn = 0; turn < COMMENTS; turn += 1) {
      const client = openClient(services[turn % 2]!.base, world.people[turn]!.token);
      const answer = await client.post(`/v2.1/talks/${talk}/comments`, { comment: `in turn ${turn}`, rating: 3 });
      client.close();
      tally.count(answer);
      if (answer.status === 201) acknowledged.push(`in turn ${turn}`);
      await sleep(APART_MS);
    }
    const inOrder: string[][] = [];
    for (const { base } of services) {
      const client = openClient(base);
      const answer = await client.get(`/v2.1/talks/${talk}/comments?resultsperpage=0`);
      client.close();
      tally.count(answer);
      const { comments } = JSON.parse(answer.body) as { comments: { comment: string }[] };
      inOrder.push(comments.map(({ comment }) => comment));
    }
    const { rows } = await world.pool.query<{ off: number }>(
      'select max(abs(extract(epoch from clock_timestamp() - created_at)))::float8 as off from talk_comments',
    );
    const ended = await answersTo(
      world,
      services.map(({ base }) => base),
      "now() - interval '1 hour'",
      tally,
    );
    const lasting = await answersTo(
      world,
      services.map(({ base }) => base),
      "now() + interval '1 hour'",
      tally,
    );
    const kept = await prove(world, acknowledged);
    return {
      answers: tally.counts,
      kept,
      findings: [
        alike('the clocks are two hours off', skews, [2, -2]),
        alike('every comment is accepted', acknowledged.length, COMMENTS),
        alike('both list them in order', inOrder, [acknowledged, acknowledged]),
        atMost('comments are off by', rows[0]?.off ?? Infinity, OFF_BY_SECONDS + COMMENTS, ' s'),
        alike('a token that expired an hour ago is unknown to both', ended, [401, 401]),
        alike('one that expires in an hour is valid for both', lasting, [201, 201]),
        ...nothingLost(kept),
      ],
    };
  },
};

/** Clock offset of a service in hours, from the `Date` header. */
async function hoursOff(base: string): Promise<number> {
  const { headers } = await fetch(`${base}/v2.1/languages`);
  return Math.round((Date.parse(headers.get('Date') ?? '') - Date.now()) / 3_600_000);
}

/** Statuses of both services for a token with an expiry time. */
async function answersTo(
  { pool, people, talks }: World,
  bases: readonly string[],
  ends: string,
  tally: Tally,
): Promise<number[]> {
  const token = newToken();
  const insert = `insert into access_tokens (user_id, token_hash, expires_at) values ($1, $2, ${ends})`;
  await pool.query(insert, [people.at(-1)!.id, hashToken(token)]);
  const statuses: number[] = [];
  for (const base of bases) {
    const client = openClient(base, token);
    const answer = await client.post(`/v2.1/talks/${talks[1]}/starred`, {});
    client.close();
    tally.count(answer);
    statuses.push(answer.status);
  }
  return statuses;
}
