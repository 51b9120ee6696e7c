import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settled } from '../changes/log.js';
import { ask, askData, codesOf } from '../graphql/ask.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, SET_POLICY, type FeedbackWorld } from './world.js';

let service: TestService;
let world: FeedbackWorld;
const WRITTEN = '2026-06-01T14:37:05.250Z';
const SECONDS = String(Date.parse(WRITTEN) / 1000);
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off' });
  world = await createWorld(service, 'PUBLIC');
  for (const table of ['talk_comments', 'event_comments'])
    await service.database.pool.query(`update ${table} set created_at = $1`, [WRITTEN]);
  const variables = { input: { eventId: world.event, names: 'HIDDEN' } };
  await askData(service, SET_POLICY, { variables, token: world.tokens.host });
});
afterAll(() => service.stop());

const PAGE = '{ edges { cursor } pageInfo { startCursor endCursor } nodes { createdAt } }';
const textOf = (cursor: string): string => Buffer.from(cursor, 'base64url').toString('latin1');
const forged = (...values: string[]) => Buffer.from(JSON.stringify(values)).toString('base64url');

describe('a cursor', () => {
  it('of a comment does not contain its exact time, which a later HIDDEN rounds', async () => {
    const query = `{ talk(id: ${world.talk}) { comments ${PAGE} }
      event(id: ${world.event}) { comments ${PAGE} talkComments ${PAGE} } }`;
    const { talk, event } = await askData(service, query, {});
    const cursors = [talk.comments, event.comments, event.talkComments].flatMap(({ edges, pageInfo }) => [
      String(edges[0].cursor),
      ...Object.values<string>(pageInfo),
    ]);
    expect(cursors).toHaveLength(9);
    expect(cursors.filter((cursor) => /\d{6}|created/.test(textOf(cursor)))).toEqual([]);
    expect(talk.comments.nodes[0].createdAt).toMatch(/T00:00:00/);
  });

  it('of a comment cannot be invented, to search for its time', async () => {
    for (const signature of ['createdAtSeconds id', 'sealed createdAtSeconds id']) {
      const after = forged(signature, SECONDS, '0');
      const answer = await ask(
        service,
        `{ talk(id: ${world.talk}) { comments(after: "${after}") { nodes { id } } } }`,
        {},
      );
      expect(codesOf(answer)).toEqual([['INVALID', [{ reason: 'CURSOR_UNREADABLE' }]]]);
    }
  });

  it('of a comment belongs to its list, although the position is known in another', async () => {
    const pageOf = (comments: string) => `{ talk(id: ${world.talk}) { comments${comments} { nodes { id } } }
      event(id: ${world.event}) { talkComments { edges { cursor } } } }`;
    const { event } = await askData(service, pageOf(''), {});
    const answer = await ask(service, pageOf(`(after: "${String(event.talkComments.edges[0].cursor)}")`), {});
    expect(codesOf(answer)).toEqual([['INVALID', [{ reason: 'CURSOR_UNREADABLE' }]]]);
  });

  it('of a change shows no position, and those of version 1.0.0 stay valid', async () => {
    await settled(service.database.pool);
    const query = (after: string | null) =>
      `{ changes(eventId: ${world.event}, after: ${JSON.stringify(after)}) {
        endCursor headCursor edges { cursor } nodes { recordId } } }`;
    // The head moves while other tests use the server.
    const { changes } = await askData(service, query(null), { isSentOnce: true });
    const cursors = [
      changes.endCursor,
      changes.headCursor,
      ...changes.edges.map(({ cursor }: { cursor: string }) => cursor),
    ];
    expect(cursors.filter((cursor) => /^[\d.]+$/.test(textOf(cursor as string)))).toEqual([]);
    const { rows } = await service.database.pool.query<{ place: string }>(
      `select epoch || '.' || transaction_id || '.' || id as place from event_log
        where event_id = $1 order by epoch, transaction_id, id limit 1`,
      [world.event],
    );
    const old = Buffer.from(rows[0]?.place ?? '').toString('base64url');
    const later = await askData(service, query(old), { isSentOnce: true });
    expect(later.changes.nodes).toEqual(changes.nodes.slice(1));
    // Version 1.0.0 no longer runs: positions after its time reveal the transactions of changes.
    await service.database.pool.query('update plain_cursors set until = now()');
    expect(codesOf(await ask(service, query(old), {}))).toEqual([
      ['INVALID', [{ reason: 'CURSOR_EXPIRED', field: 'after' }]],
    ]);
    await askData(service, query(changes.endCursor as string), { isSentOnce: true });
    await service.database.pool.query(
      'update plain_cursors set transaction_id = (select transaction_id from event_log where event_id = $1 limit 1)',
      [world.event],
    );
    expect((await askData(service, query(old), { isSentOnce: true })).changes.nodes).toEqual(later.changes.nodes);
  });
});
