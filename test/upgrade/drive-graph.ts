import { parse, type DocumentNode } from 'graphql';
import { nodeIdOf } from '../../schema/node.js';
import { askData, type Data } from '../graphql/ask.js';
import { IMPORT_SCHEDULE, uploadSchedule } from '../imports/schedule/upload.js';
import { request, tokensFor } from '../login/flow.js';
import { PASSWORD, type Showcase } from '../openapi/showcase.js';
import { client, EVENT, madeBy, TALK } from '../openapi/tourist.js';
import { ask, bodyOf } from '../rest/ask.js';
import { follow } from '../subscriptions/follow.js';

/** Executes operations, and notes the fields that they select. */
interface Driver {
  readonly service: Showcase;
  /** Executes a mutation. @returns its payload */
  readonly mutate: (token: string, name: string, input: object | null, selection: string) => Promise<Data>;
  readonly note: (document: DocumentNode) => void;
}

/** Logs in with the password of all accounts. */
export async function login(service: Showcase, username: string): Promise<string> {
  const body = { grant_type: 'password', username, password: PASSWORD, ...client };
  return String(bodyOf(await ask(service, '/v2.1/token', { method: 'POST', body }))['access_token']);
}

/** Executes every feature that only the graph has: mutations beyond v2.1, and subscriptions. */
export async function driveGraph(service: Showcase, note: (document: DocumentNode) => void): Promise<void> {
  const mutate: Driver['mutate'] = async (token, name, input, selection) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const [declared, given] = input ? [`($input: ${type}!)`, '(input: $input)'] : ['', ''];
    const query = `mutation ${declared} { ${name}${given} { ${selection} } }`;
    note(parse(query));
    const data = await askData(service, query, { token, variables: { ...(input && { input }) } });
    return data[name];
  };
  const driver = { service, mutate, note };
  const host = await login(service, 'host');
  await changeProgramme(driver, host);
  await manageWebhooks(driver, host);
  const newcomer = await join(service, 'newcomer');
  await commentAsNewcomer(driver, { host, newcomer });
  await shareAsSpeaker(driver, await login(service, 'speaker'));
  await manageAccount(driver, newcomer);
  await followChanges(driver, host);
  await mutate(newcomer, 'deleteAccount', { password: PASSWORD }, 'deletionAt');
  await changeStates(driver, { host, admin: await login(service, 'admin') });
}

/** Registers and verifies an account. @returns its token */
async function join(service: Showcase, username: string): Promise<string> {
  const person = { username, full_name: 'New Comer', email: `${username}@paper.example`, password: PASSWORD };
  await service.takeMail();
  await ask(service, '/v2.1/users', { method: 'POST', body: person });
  const token = /token=([\w-]+)/.exec(JSON.stringify(await service.takeMail()))?.[1] ?? '';
  await ask(service, '/v2.1/users/verifications', { method: 'POST', body: { token } });
  return login(service, username);
}

async function changeProgramme({ service, mutate, note }: Driver, host: string): Promise<void> {
  const track = { track_name: 'Of the graph', track_description: 'With echo' };
  const path = `/v2.1/events/${EVENT.eventId}/tracks`;
  const trackId = madeBy(await ask(service, path, { method: 'POST', token: host, body: track }));
  await mutate(host, 'updateTrack', { trackId, description: 'Without echo' }, 'track { id }');
  await mutate(host, 'updateTalk', { ...TALK, description: 'Another description' }, 'talk { id }');
  await mutate(host, 'updateEvent', { ...EVENT, location: 'Another hall' }, 'event { id }');
  const { viewer } = await askData(service, '{ viewer { id } }', { token: host });
  await mutate(host, 'updateUser', { userId: viewer.id, biography: 'Hosts' }, 'user { id }');

  note(parse(IMPORT_SCHEDULE));
  const { event } = await askData(service, `{ event(id: ${EVENT.eventId}) { startDate } }`, { token: host });
  const schedule = `title,start\nA new talk,${event.startDate}`;
  for (const dryRun of [true, false]) {
    const { errors } = await uploadSchedule(service, host, { ...EVENT, dryRun }, schedule);
    if (errors.length > 0) throw new Error(`importSchedule failed: ${JSON.stringify(errors)}`);
  }
}

/** Of the running conference, and of a past one, which is deleted with its content. */
async function changeStates(
  { service, mutate }: Driver,
  { host, admin }: { readonly host: string; readonly admin: string },
): Promise<void> {
  await mutate(host, 'updateTalk', { ...TALK, room: 'Hall 1' }, 'talk { id }');
  await mutate(host, 'renameRoom', { ...EVENT, room: 'Hall 1', newName: 'Hall 2' }, 'event { id }');
  await mutate(host, 'cancelEvent', EVENT, 'event { id }');
  await mutate(host, 'reinstateEvent', EVENT, 'event { id }');
  const query = '{ events(filter: PAST, first: 1) { nodes { id name contents { comments } } } }';
  const [{ id: eventId, name, contents }] = (await askData(service, query, { token: admin })).events.nodes;
  await mutate(admin, 'withdrawEvent', { eventId }, 'event { id }');
  const confirmation = { confirmName: name, confirmComments: contents.comments };
  await mutate(admin, 'deleteEvent', { eventId, ...confirmation }, 'deletedNodeId');
}

async function manageWebhooks({ mutate }: Driver, host: string): Promise<void> {
  const fields = { url: 'https://hooks.example/lectern', kinds: ['TALK_MOVED'] };
  const { webhook } = await mutate(host, 'createWebhook', { ...EVENT, ...fields }, 'webhook { id } secret');
  const input = { webhookId: webhook.id };
  await mutate(host, 'replaceWebhook', { ...input, ...fields, kinds: ['TALK_CHANGED'] }, 'webhook { id }');
  await mutate(host, 'rotateWebhookSecret', input, 'secret');
  const { delivery } = await mutate(host, 'pingWebhook', input, 'delivery { id }');
  await mutate(host, 'resendDelivery', { deliveryId: delivery.id }, 'delivery { id }');
  await mutate(host, 'deleteWebhook', input, 'deletedNodeId event { id }');
}

async function commentAsNewcomer(
  { mutate }: Driver,
  { host, newcomer }: { readonly host: string; readonly newcomer: string },
): Promise<void> {
  await mutate(host, 'setFeedbackPolicy', { ...EVENT, names: 'OPTIONAL' }, 'event { id }');
  const about = { text: 'Without a name', rating: 5, hideName: true };
  const { talkComment } = await mutate(newcomer, 'commentOnTalk', { ...TALK, ...about }, 'talkComment { id }');
  const disclosure = { commentNodeId: nodeIdOf({ type: 'TalkComment', id: talkComment.id }), reason: 'A threat' };
  await mutate(host, 'discloseAuthor', disclosure, 'comment { nodeId }');
  await mutate(newcomer, 'withdrawTalkComment', { talkCommentId: talkComment.id }, 'deletedNodeId');

  const said = { ...EVENT, text: 'With a name', rating: 4 };
  const { eventComment } = await mutate(newcomer, 'commentOnEvent', said, 'eventComment { id }');
  const input = { eventCommentId: eventComment.id };
  await mutate(newcomer, 'editEventComment', { ...input, text: 'Edited' }, 'eventComment { id }');
  await mutate(newcomer, 'withdrawEventComment', input, 'deletedNodeId');
}

async function shareAsSpeaker({ service, mutate }: Driver, token: string): Promise<void> {
  const { viewer } = await askData(service, '{ viewer { speaking { talks(first: 1) { nodes { id } } } } }', { token });
  const talkId = viewer.speaking.talks.nodes[0].id;
  const { share, url } = await mutate(token, 'shareFeedback', { talkId, includeRatings: true }, 'share { id } url');
  await visit(url);
  await mutate(token, 'revokeSharedFeedback', { shareId: share.id }, 'deletedNodeId');
}

async function manageAccount({ service, mutate }: Driver, token: string): Promise<void> {
  await mutate(token, 'updateNotificationSettings', { feedback: 'DAILY' }, 'viewer { id }');
  const calendar = await mutate(token, 'createPersonalCalendar', null, 'url');
  await visit(calendar.url);
  await mutate(token, 'revokePersonalCalendar', null, 'viewer { id }');
  const data = await mutate(token, 'exportAccount', null, 'url expiresAt');
  await visit(data.url);
  await tokensFor(service, request(service), { username: 'newcomer', password: PASSWORD });
  const { viewer } = await askData(service, '{ viewer { grants { nodes { id } } } }', { token });
  await mutate(token, 'revokeGrant', { grantId: viewer.grants.nodes[0].id }, 'deletedNodeId');
}

/** Reads a URL of a response to its end. */
async function visit(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`GET ${url}: ${response.status}`);
  await response.arrayBuffer();
}

const EVENT_MESSAGE = 'cursor isIncomplete event { id } changes { __typename }';
const SUBSCRIPTIONS = [
  `subscription { eventChanged(eventId: ${EVENT.eventId}) { ${EVENT_MESSAGE} } }`,
  `subscription { moderationQueue(eventId: ${EVENT.eventId}) { ${EVENT_MESSAGE} } }`,
  `subscription { talkFeedback(talkId: ${TALK.talkId}) { cursor isIncomplete talk { id } ratings { count } commentCount
    comments { id } removedCommentIds } }`,
];

/** Receives the first message of each subscription, and the one that a reported comment causes. */
async function followChanges({ service, mutate, note }: Driver, host: string): Promise<void> {
  const following = SUBSCRIPTIONS.map((query) => {
    note(parse(query));
    return follow(service, query, { token: host });
  });
  await Promise.all(following.map(({ until }) => until(1)));
  const said = { ...TALK, text: 'For subscribers', rating: 4 };
  const { talkComment } = await mutate(host, 'commentOnTalk', said, 'talkComment { id }');
  await mutate(host, 'reportTalkComment', { talkCommentId: talkComment.id }, '__typename');
  await Promise.all(following.map(({ until }) => until(2)));
  for (const { messages, stop } of following) {
    const failed = messages.filter(({ errors }) => errors);
    if (failed.length > 0) throw new Error(`A subscription failed: ${JSON.stringify(failed)}`);
    stop();
  }
}
