import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { compileOperation, interpretOperation } from '../../schema/execute.js';
import { createSchema } from '../../schema/index.js';
import { domainError } from '../../src/core/errors.js';
import type { Context } from '../../src/core/context.js';
import { createEvent, createTalk, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

const mutation = (first: string, second: string) => `mutation ($unknown: ID!, $talk: ID!) {
  a: starTalk(input: { talkId: $${first} }) { talk { id } }
  b: starTalk(input: { talkId: $${second} }) { talk { starCount } }
}`;

describe('Several mutations in one operation', () => {
  let service: TestService;
  let token: string;
  let talk: string;
  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    token = await createToken(pool, await createUser(pool));
    talk = await createTalk(pool, await createEvent(pool));
  });
  beforeEach(() => service.database.pool.query('delete from talk_stars'));
  afterAll(() => service.stop());

  const send = (first: string, second: string, headers = {}) =>
    ask(service, mutation(first, second), { token, variables: { unknown: '999999', talk }, headers });
  const failures = ({ errors }: Awaited<ReturnType<typeof send>>) =>
    errors.map(({ path, extensions }) => [path, extensions.code]);
  const stars = async () => (await service.database.pool.query('select from talk_stars')).rowCount;

  it('each have a payload or an error of their own, also when the operation is repeated', async () => {
    for (const turn of ['first', 'second', 'third']) {
      await service.database.pool.query('delete from talk_stars');
      const later = await send('talk', 'unknown');
      expect([turn, later.data, failures(later)]).toEqual([
        turn,
        { a: { talk: { id: talk } }, b: null },
        [[['b'], 'NOT_FOUND']],
      ]);
      expect(await stars()).toBe(1);
      await service.database.pool.query('delete from talk_stars');
      const earlier = await send('unknown', 'talk');
      expect([turn, earlier.data, failures(earlier)]).toEqual([
        turn,
        { a: null, b: { talk: { starCount: 1 } } },
        [[['a'], 'NOT_FOUND']],
      ]);
      expect(await stars()).toBe(1);
    }
  });

  it('that all fail have no payload, and an error each', async () => {
    const query = mutation('unknown', 'talk');
    const answer = await ask(service, query, { token, variables: { unknown: '999999', talk: '999998' } });
    expect([answer.data, failures(answer)]).toEqual([
      { a: null, b: null },
      [
        [['a'], 'NOT_FOUND'],
        [['b'], 'NOT_FOUND'],
      ],
    ]);
  });

  it('report a part of a payload that fails as that payload', async () => {
    const query = `mutation ($talk: ID!) {
      a: starTalk(input: { talkId: $talk }) { talk { event { reportedComments { id } } } }
      b: starTalk(input: { talkId: $talk }) { talk { starCount } }
    }`;
    const answer = await ask(service, query, { token, variables: { talk } });
    expect([answer.data.b, failures(answer)]).toEqual([
      { talk: { starCount: 1 } },
      [[['a', 'talk', 'event', 'reportedComments'], 'FORBIDDEN']],
    ]);
  });
});

describe('Compiled code', () => {
  it('has the same payloads and errors as interpreted code, in the same order', async () => {
    const schema = await createSchema();
    const fields = schema.getMutationType()?.getFields() ?? {};
    const order: string[] = [];
    for (const field of [fields['starTalk'], fields['unstarTalk']]) {
      if (!field) throw new Error('No such mutation');
      field.resolve = async (_, { input: { talkId } }: { input: { talkId: string } }) => {
        order.push(`${talkId} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(`${talkId} ends`);
        if (talkId === '2') throw domainError('NOT_FOUND', 'TALK_UNKNOWN');
        return { talk: { id: talkId } };
      };
    }
    const document = parse(`mutation {
      a: starTalk(input: { talkId: 1 }) { talk { id } }
      b: unstarTalk(input: { talkId: 2 }) { talk { id } }
      c: starTalk(input: { talkId: 3 }) { talk { id } }
    }`);
    const context = { viewer: null } as unknown as Context;
    for (const create of [interpretOperation, compileOperation]) {
      const { data, errors } = await create(schema, document).run(context, {});
      expect([JSON.parse(JSON.stringify(data)), errors?.map(({ path }) => path)]).toEqual([
        { a: { talk: { id: '1' } }, b: null, c: { talk: { id: '3' } } },
        [['b']],
      ]);
      expect(order.splice(0)).toEqual(['1', '2', '3'].flatMap((id) => [`${id} begins`, `${id} ends`]));
    }
  });
});
