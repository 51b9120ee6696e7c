import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSchema, isEnumType, isInputObjectType, isListType, isNonNullType, type GraphQLInputType } from 'graphql';
import { readFileSync } from 'node:fs';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { graph } from './flow.js';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** The mutations that each scope permits; those of `none` require no login. */
const table: Readonly<Record<string, readonly string[]>> = {
  none: [
    ...['authoriseEmailChange', 'cancelEmailChange', 'confirmEmailChange', 'contact', 'issueToken', 'register'],
    ...['requestEmailVerification', 'requestPasswordReset', 'requestUsernameReminder', 'resetPassword', 'verifyEmail'],
  ],
  feedback: [
    ...['attendEvent', 'commentOnEvent', 'commentOnTalk', 'editEventComment', 'editTalkComment', 'leaveEvent'],
    ...['reportEventComment', 'reportTalkComment', 'starTalk', 'unstarTalk', 'withdrawEventComment'],
    'withdrawTalkComment',
  ],
  speak: ['revokeSharedFeedback', 'shareFeedback'],
  'speak or host': [
    ...['addTalkLink', 'addTalkToTrack', 'claimSpeaker', 'deleteTalkLink', 'removeTalkFromTrack', 'replaceTalk'],
    ...['replaceTalkLink', 'unlinkSpeaker', 'updateTalk', 'rejectSpeakerClaim'],
  ],
  host: [
    ...['addHost', 'addTalk', 'addTrack', 'approveEvent', 'clearEventImages', 'decideEventCommentReport'],
    ...['decideTalkCommentReport', 'deleteTalk', 'deleteTrack', 'importSchedule', 'rejectEvent'],
    ...['renameRoom', 'shiftProgramme'],
    ...['cancelEvent', 'deleteEvent', 'reinstateEvent', 'withdrawEvent'],
    ...['removeHost', 'replaceEvent', 'replaceTrack', 'setEventImage', 'submitEvent', 'updateEvent', 'updateTrack'],
    ...['discloseAuthor', 'setFeedbackPolicy', 'createWebhook', 'deleteWebhook', 'pingWebhook', 'replaceWebhook'],
    ...['resendDelivery', 'rotateWebhookSecret'],
  ],
  account: [
    ...[
      'createPersonalCalendar',
      'deleteAccount',
      'exportAccount',
      'deleteApplication',
      'deleteTalkCommentsOfUser',
      'deleteUser',
      'distrustUser',
    ],
    ...['registerApplication', 'replaceApplication', 'replaceUser', 'revokeGrant', 'revokePersonalCalendar'],
    ...['revokeToken', 'trustUser', 'updateNotificationSettings', 'updateUser'],
  ],
};
const scopes = ['read', 'feedback', 'speak', 'host', 'account'];

let service: TestService;
const tokens = new Map<string, string>();
const uploads = new Set(['importSchedule', 'setEventImage']);

beforeAll(async () => {
  service = await startService({ LIMIT_WRITES_USER: 'off', LIMIT_CLAIMS_USER: 'off', LIMIT_REPORTS_USER: 'off' });
  const { pool } = service.database;
  const user = await make.createUser(pool, { is_admin: true });
  const application = await make.createApplication(pool, { is_first_party: true });
  for (const scope of scopes) {
    tokens.set(scope, await make.createToken(pool, user, { application_id: application, scopes: [scope] }));
  }
});
afterAll(() => service.stop());

const examples = new Map<string, unknown>([
  ['Boolean', false],
  ['Float', 1],
  ['Int', 1],
  ['URL', 'https://mill.example/'],
]);

/** A value of an input type with all required fields. */
function exampleOf(type: GraphQLInputType): unknown {
  if (!isNonNullType(type)) return null;
  const inner: GraphQLInputType = type.ofType;
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(fields.map(({ name, type: of }) => [name, exampleOf(of)]));
  }
  if (isListType(inner)) return [];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  // The ID of no record.
  return examples.get(inner.name) ?? '999999';
}

const scopesOf = (name: string): readonly string[] => {
  const [row] = Object.entries(table).filter(([, names]) => names.includes(name));
  return row?.[0].split(' or ') ?? [];
};

it('The table has a row for every mutation, as its description states', () => {
  const described = mutations.map(({ name, description }) => {
    const [, found] = / FORBIDDEN without the scope (.*)\.$/.exec(description ?? '') ?? [];
    return [name, found?.replaceAll('`', '') ?? 'none'];
  });
  const expected = Object.entries(table).flatMap(([scope, names]) => names.map((name) => [name, scope]));

  expect(described.sort()).toEqual(expected.sort());
});

describe('A token without the scope of a mutation is refused', () => {
  const rows = mutations.filter(({ name }) => !uploads.has(name) && scopesOf(name)[0] !== 'none');
  it.each(rows.map((field) => [field.name, field] as const))('%s', async (name, { args: [input], type }) => {
    const payload = String(type).replace('!', '');
    const operation = input
      ? `mutation ($input: ${String(input.type)}) { ${name}(input: $input) { __typename } }`
      : `mutation { ${name} { __typename } }`;
    const variables = input ? { input: exampleOf(input.type) } : {};
    const refused: string[] = [];
    for (const scope of scopes) {
      const { errors = [] } = await graph(service, tokens.get(scope), operation, variables);
      const reasons = errors.flatMap(({ extensions }) => extensions.problems.map(({ reason }) => reason));
      expect([payload, reasons]).not.toEqual([payload, expect.arrayContaining(['VARIABLES_INVALID'])]);
      if (reasons.includes('SCOPE_MISSING')) refused.push(scope);
    }

    expect(refused).toEqual(scopes.filter((scope) => !scopesOf(name).includes(scope)));
  });
});

describe('Scopes', () => {
  it('apply to v2.1 as well', async () => {
    const post = (scope: string) =>
      fetch(`${service.base}/v2.1/applications`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${tokens.get(scope) ?? ''}` },
        body: JSON.stringify({ name: 'Mill', description: 'Grinds', callback_url: 'https://mill.example/' }),
      });
    const refused = await post('host');

    expect([refused.status, await refused.json()]).toEqual([
      403,
      ['This token does not have permission to perform this operation'],
    ]);
    expect((await post('account')).status).toBe(201);
  });

  it('hide the account and its secrets', async () => {
    const query = '{ viewer { email isAdmin viewerCanEdit grants { nodes { id } } } }';
    const hidden = { email: null, isAdmin: null, viewerCanEdit: false, grants: { nodes: [] } };
    for (const scope of ['read', 'feedback', 'speak', 'host']) {
      const { data, errors } = await graph(service, tokens.get(scope), query);
      expect(errors).toBeUndefined();
      expect(data).toEqual({ viewer: hidden });
    }
    for (const accounts of ['{ accessTokens { nodes { id } } }', '{ applications { nodes { consumerSecret } } }']) {
      const { errors } = await graph(service, tokens.get('read'), accounts);
      expect(errors?.[0]?.extensions.problems).toEqual([{ reason: 'SCOPE_MISSING' }]);
      expect((await graph(service, tokens.get('account'), accounts)).errors).toBeUndefined();
    }
    const all = await graph(service, tokens.get('account'), '{ viewer { email isAdmin viewerCanEdit } }');
    expect(all.data).toEqual({ viewer: { email: expect.any(String), isAdmin: true, viewerCanEdit: true } });
  });

  it('limit the roles: with `speak`, the host of an event who speaks there changes that talk only', async () => {
    const { pool } = service.database;
    const user = await make.createUser(pool);
    const event = await make.createEvent(pool);
    await make.createHost(pool, event, user);
    const [own, foreign] = [await make.createTalk(pool, event), await make.createTalk(pool, event)];
    await make.createSpeaker(pool, event, own, { user_id: user });
    const update = 'mutation ($input: UpdateTalkInput!) { updateTalk(input: $input) { talk { id } } }';
    const outcome = async (scope: string, talkId: string) => {
      const token = await make.createToken(pool, user, { scopes: [scope] });
      const { errors } = await graph(service, token, update, { input: { talkId, description: scope } });
      return errors?.[0]?.extensions.problems[0]?.reason ?? 'done';
    };

    expect([await outcome('speak', own), await outcome('speak', foreign)]).toEqual(['done', 'HOSTS_AND_SPEAKERS_ONLY']);
    expect([await outcome('host', own), await outcome('host', foreign)]).toEqual(['done', 'done']);
  });
});
