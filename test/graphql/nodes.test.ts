import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSchema, isObjectType } from 'graphql';
import { nodeLoaders } from '../../schema/node.queries.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData } from './ask.js';

const NODES = 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { __typename nodeId } }';

let service: TestService;
/** One visible record of each type for its owner or host, by type. */
let records: Readonly<Record<string, string>>;
let [host, hidden] = ['', ''];

const nodeId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64url');

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const user = await make.createUser(pool);
  host = await make.createToken(pool, user);
  const other = await make.createUser(pool);
  const event = await make.createEvent(pool);
  await make.createHost(pool, event, user);
  const talk = await make.createTalk(pool, event);
  const track = await make.createTrack(pool, event);
  const speaker = await make.createSpeaker(pool, event, talk, { user_id: user });
  const link = await make.createLink(pool, event, talk);
  const claim = await make.createClaim(pool, event, talk, speaker, other, {
    submitted_by_id: other,
    claimed_at: 'now',
  });
  const eventComment = await make.createEventComment(pool, event, { user_id: other });
  const talkComment = await make.createTalkComment(pool, event, talk, { user_id: other });
  const report = await make.createReport(pool, event, { event_comment_id: eventComment, reporter_id: other });
  const talkReport = await make.createReport(pool, event, { talk_comment_id: talkComment, reporter_id: other });
  const deleted = await make.createTalk(pool, event);
  await pool.query('delete from talks where id = $1', [deleted]);
  const application = await make.createApplication(pool, { user_id: user });
  const { rows } = await pool.query<{ id: string }>('select id from access_tokens where user_id = $1', [user]);
  const webhook = await make.createWebhook(pool, event, user);
  records = {
    ...{ AccessToken: rows[0]!.id, Application: application, CancelledTalk: deleted, EventCommentReport: report },
    ...{
      Event: event,
      EventComment: eventComment,
      Grant: await make.createGrant(pool, user, application),
      Language: '1',
      SharedFeedback: await make.createShare(pool, event, talk, user),
      Speaker: speaker,
      SpeakerClaim: claim,
    },
    ...{
      Talk: talk,
      TalkComment: talkComment,
      TalkCommentReport: talkReport,
      TalkLink: link,
      TalkTypeEntry: '1',
      Track: track,
      User: user,
      Webhook: webhook,
      WebhookDelivery: await make.createDelivery(pool, webhook),
    },
  };
  hidden = await make.createEvent(pool, { status: 'PENDING' });
});
afterAll(() => service.stop());

const load = async (ids: readonly string[], token?: string) =>
  (await askData(service, NODES, { variables: { ids }, ...(token !== undefined && { token }) })).nodes;

describe('nodes', () => {
  it('are all types with an ID', () => {
    const types = Object.values(buildSchema(readFileSync('schema/schema.graphql', 'utf8')).getTypeMap());
    const withId = types.filter((type) => isObjectType(type) && 'id' in type.getFields()).map(({ name }) => name);
    expect([...nodeLoaders.keys()].sort()).toEqual(withId.sort());
    expect(Object.keys(records).sort()).toEqual(withId.sort());
  });

  it('of each type are found by their IDs, in the order of the argument', async () => {
    const wanted = Object.entries(records).map(([type, id]) => ({ __typename: type, nodeId: nodeId(type, id) }));
    expect(
      await load(
        wanted.map((one) => one.nodeId),
        host,
      ),
    ).toEqual(wanted);
    for (const one of wanted) {
      const query = 'query ($id: ID!) { node(nodeId: $id) { __typename nodeId } }';
      expect((await askData(service, query, { variables: { id: one.nodeId }, token: host })).node).toEqual(one);
    }
  });

  it('have fields of their types, and the same ID elsewhere', async () => {
    const query = `query ($id: ID!, $talk: ID!) {
      node(nodeId: $id) { ... on Talk { id title event { nodeId } } } talk(id: $talk) { nodeId event { name } } }`;
    const variables = { id: nodeId('Talk', records['Talk']!), talk: records['Talk'] };
    expect(await askData(service, query, { variables })).toEqual({
      node: { id: records['Talk'], title: expect.any(String), event: { nodeId: nodeId('Event', records['Event']!) } },
      talk: { nodeId: variables.id, event: { name: expect.any(String) } },
    });
  });

  it('are null for visitors if only their owner, a host or nobody may see them', async () => {
    const own = [
      'AccessToken',
      'Application',
      'EventCommentReport',
      'Grant',
      'SpeakerClaim',
      'Webhook',
      'WebhookDelivery',
    ];
    const ids = [...own.map((type) => nodeId(type, records[type]!)), nodeId('Event', hidden)];
    expect(await load(ids)).toEqual(ids.map(() => null));
    expect(await load([nodeId('Event', hidden)], host)).toEqual([null]);
  });

  it('of a hidden event are null', async () => {
    const { pool } = service.database;
    const ids = ['Event', 'Talk', 'Track', 'Speaker', 'TalkLink', 'CancelledTalk', 'EventComment', 'TalkComment'].map(
      (type) => nodeId(type, records[type]!),
    );
    expect(await load(ids)).not.toContain(null);
    await pool.query("update events set status = 'REJECTED' where id = $1", [records['Event']]);
    expect(await load(ids)).toEqual(ids.map(() => null));
    expect(await load(ids, host)).not.toContain(null);
    await pool.query("update events set status = 'APPROVED' where id = $1", [records['Event']]);
  });

  it.each([
    ['an unknown record', nodeId('Talk', '999999')],
    ['an unknown type', nodeId('Tasks', '1')],
    ['a name of Object.prototype', nodeId('constructor', '1')],
    ['leading zeros', nodeId('Event', '01')],
    ['another encoding', `${nodeId('Event', '1')}==`],
    ['a numeric ID', '1'],
    ['an empty text', ''],
    ['a long text', 'A'.repeat(10_000)],
  ])('are null for %s', async (_, id) => {
    expect(await load([id])).toEqual([null]);
  });

  it('are loaded by one statement per type, and are at most 100', async () => {
    const { pool } = service.database;
    const talks: string[] = [];
    for (let count = 0; count < 20; count += 1) talks.push(await make.createTalk(pool, records['Event']!));
    const statementsFor = async (ids: readonly string[]) => {
      service.takeStatements();
      await load(ids);
      return service.takeStatements().length;
    };
    const ids = [...talks.map((id) => nodeId('Talk', id)), nodeId('Event', records['Event']!)];
    expect(await statementsFor(ids)).toBe(await statementsFor([ids[0]!, ids.at(-1)!]));
    const tooMany = Array.from({ length: 101 }, (_, place) => nodeId('Talk', String(place + 1)));
    const { errors } = await ask(service, NODES, { variables: { ids: tooMany } });
    expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', problems: [{ reason: 'TOO_MANY_NODES' }] });
  });
});

describe('a deletion', () => {
  it('names the node that it has deleted, in its canonical form', async () => {
    const { pool } = service.database;
    const event = records['Event']!;
    const talk = await make.createTalk(pool, event);
    const link = await make.createLink(pool, event, talk);
    const track = await make.createTrack(pool, event);
    const deletions: readonly [name: string, input: Readonly<Record<string, string>>, nodeId: string][] = [
      ['deleteTalkLink', { talkId: talk, linkId: `0${link}` }, nodeId('TalkLink', link)],
      ['deleteTrack', { trackId: track }, nodeId('Track', track)],
      ['deleteTalk', { talkId: `00${talk}` }, nodeId('Talk', talk)],
      ['deleteApplication', { applicationId: records['Application']! }, nodeId('Application', records['Application']!)],
    ];
    for (const [name, input, deleted] of deletions) {
      expect(await load([deleted], host)).not.toEqual([null]);
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) { deletedNodeId } }`;
      const data = await askData(service, query, { variables: { input }, token: host });
      expect([name, data[name]]).toEqual([name, { deletedNodeId: deleted }]);
      expect(await load([deleted], host)).toEqual([null]);
    }
  });
});
