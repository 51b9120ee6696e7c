import type pg from 'pg';
import { setStage } from '../fuzz/stage.js';
import * as make from '../support/factories.js';
import { everyCall } from './every-call.js';
import type { Target } from './target.js';

/** An honest user who hosts a small event. */
export interface Honest {
  readonly token: string;
  readonly event: string;
  readonly talk: string;
}

const LOGINS = 51;
const PENDING = 3;
/** Number of talks, and of characters of their texts. */
const long = { talks: 500, characters: 40_000 };
const huge = { talks: 2_000, characters: 60_000 };
/** HTML and XML escape two of its six characters. */
const WORD = 'a<b&c ';
const times = <Value>(count: number, work: (place: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => work(place)));

async function hostedEvent(pool: pg.Pool, host: string, row: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const event = await make.createEvent(pool, row);
  await make.createHost(pool, event, host);
  return event;
}

/** Creates talks with long texts. @returns their IDs */
async function fill(pool: pg.Pool, event: string, { talks, characters }: typeof long): Promise<string[]> {
  const ids = await times(talks, () => make.createTalk(pool, event));
  const values = [event, WORD, Math.ceil(characters / WORD.length)];
  await pool.query('update talks set description = repeat($2, $3) where event_id = $1', values);
  return ids;
}

/** Creates the attacker, an account like any other, with its events. */
export async function createTarget(pool: pg.Pool, base: string, receiver: string, seed: number): Promise<Target> {
  const attacker = await make.createUser(pool);
  const tokens = await times(LOGINS, () => make.createToken(pool, attacker));
  const slug = `long-texts-${make.unique()}`;
  const event = await hostedEvent(pool, attacker, { slug });
  const [talk] = await fill(pool, event, long);
  const hugeEvent = await hostedEvent(pool, attacker);
  await fill(pool, hugeEvent, huge);
  const pending = await times(PENDING, () => hostedEvent(pool, attacker, { status: 'PENDING' }));
  return {
    ...{ base, tokens, pending, receiver, huge: hugeEvent, event: { id: event, slug, talk: talk! } },
    calls: await callsOf(pool, base, receiver, seed),
  };
}

/** Calls of another ordinary account, because some of them end logins or withdraw events. */
async function callsOf(pool: pg.Pool, base: string, receiver: string, seed: number): Promise<Target['calls']> {
  const user = await make.createUser(pool);
  for (const status of ['APPROVED', 'PENDING']) {
    const event = await hostedEvent(pool, user, { status });
    const talk = await make.createTalk(pool, event);
    await make.createTalkComment(pool, event, talk, { user_id: user });
    await make.createTrack(pool, event);
  }
  const token = await make.createToken(pool, user);
  const stage = await setStage(pool, base);
  return everyCall(seed, token, (text) => stage.fill(text.replaceAll('<receiver>', `${receiver}/fields`), 'nobody'));
}

export async function createHonest(pool: pg.Pool): Promise<Honest> {
  const user = await make.createUser(pool);
  const event = await hostedEvent(pool, user);
  const talk = await make.createTalk(pool, event);
  for (let count = 0; count < 5; count += 1) await make.createTalkComment(pool, event, talk);
  return { event, talk, token: await make.createToken(pool, user) };
}
