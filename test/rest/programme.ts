import { expect } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService } from '../support/service.js';
import { ask, bodyOf, recordOf, type Answer } from './ask.js';

/** The caller: the host of both events, one of a talk's speakers, a site administrator, or another user. */
export type Who = 'host' | 'speaker' | 'admin' | 'stranger';

/** The required fields of a talk. */
export const talk = { talk_title: 'On Writing', talk_description: 'How it is done', start_date: '2026-06-01 14:00' };

export const pathOf = (id: unknown) => `/v2.1/talks/${String(id)}`;

/** Status and body, to compare both at once. */
export const said = (answer: Answer) => [answer.status, bodyOf(answer)];

/** A caller, or a request without a token. */
export type Caller = Who | 'anonymous';

/** A request with its caller; anonymous without one. */
export interface Writing {
  readonly who?: Caller | undefined;
  readonly body?: unknown;
}

export type Programme = Awaited<ReturnType<typeof startProgramme>>;

/** A service with an approved and a pending event, and users to write to them. */
export async function startProgramme() {
  const service = await startService();
  const { pool } = service.database;
  const users = {
    host: await make.createUser(pool, { full_name: 'Hanna Host' }),
    speaker: await make.createUser(pool, { full_name: 'Sam Speaker' }),
    admin: await make.createUser(pool, { is_admin: true }),
    stranger: await make.createUser(pool),
  };
  const tokens: Record<Who, string> = {
    host: await make.createToken(pool, users.host),
    speaker: await make.createToken(pool, users.speaker),
    admin: await make.createToken(pool, users.admin),
    stranger: await make.createToken(pool, users.stranger),
  };
  const event = await make.createEvent(pool);
  const pending = await make.createEvent(pool, { status: 'PENDING' });
  for (const hosted of [event, pending]) await make.createHost(pool, hosted, users.host);

  const asked = (method: string, path: string, { who, body }: Writing = { who: 'host' }): Promise<Answer> =>
    ask(service, path, {
      method,
      token: who === 'anonymous' ? undefined : who && tokens[who],
      ...(body !== undefined && { body }),
    });
  const add = (body: unknown, to = event) => asked('POST', `/v2.1/events/${to}/talks`, { who: 'host', body });
  /** The verbose record of a talk, as its host sees it. */
  const read = async (id: unknown) => recordOf(await asked('GET', `${pathOf(id)}?verbose=yes`), 'talks');
  /** Adds a talk and reads it. */
  const added = async (body: unknown) => {
    const answer = await add(body);
    expect([answer.status, answer.text.slice(0, 10)]).toEqual([201, '{"talks":[']);
    return read(recordOf(answer, 'talks')['id']);
  };
  return { service, pool, users, tokens, event, pending, ask: asked, add, read, added };
}
