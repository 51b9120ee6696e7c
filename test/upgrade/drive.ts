import { TypeInfo, parse, visit, visitWithTypeInfo, type DocumentNode } from 'graphql';
import { nodeIdOf } from '../../schema/node.js';
import { storedOperations } from '../../rest-facade/index.js';
import { referencedImages } from '../../src/core/event/event-images.js';
import { countJobs } from '../../src/adapters/jobs/stored-jobs.js';
import { applyPendingCounts } from '../../src/core/reads/pending-counts.js';
import { createRun } from '../../src/core/transaction/run.js';
import { sweepKeys } from '../../src/http/idempotency/stored-keys.js';
import { deleteOldUsage } from '../../src/adapters/usage/stored-usage.js';
import { recordKinds } from '../fuzz/record-kinds.js';
import { graphSchema } from '../fuzz/graph-schema.js';
import { askData } from '../graphql/ask.js';
import { PASSWORD, type Showcase } from '../openapi/showcase.js';
import { tour } from '../openapi/tour.js';
import { EVENT, TALK } from '../openapi/tourist.js';
import { ask } from '../rest/ask.js';
import { postUnder } from '../rest/keyed.js';
import { driveGraph, login } from './drive-graph.js';
import { askEveryField, type Samples } from './every-field.js';

/**
 * Executes every feature of a service at least once: every row of v2.1 and thereby every stored operation, every
 * GraphQL field, and background work.
 *
 * @returns the selected GraphQL fields, such as `Talk.title`
 */
export async function driveEverything(service: Showcase): Promise<string[]> {
  const asked = new Set<string>();
  await tour(service);
  for (const operation of storedOperations) noteFields(operation, asked);

  const samples = await samplesIn(service);
  const token = await login(service, 'admin');
  await askEveryField((query) => {
    noteFields(parse(query), asked);
    return askData(service, query, { token });
  }, samples);
  const host = await login(service, 'host');
  await writeOnConditions(service, host);
  await driveGraph(service, (document) => noteFields(document, asked));
  await doTheRest(service, host);
  await workInTheBackground(service);
  return [...asked].sort();
}

/** A value for each argument, from existing records. */
async function samplesIn({ base, database }: Showcase): Promise<Samples> {
  const kinds = Object.entries(recordKinds).map(async ([kind, text]): Promise<[string, string]> => {
    const { rows } = await database.pool.query<{ id: string }>(`${text} order by 1 limit 1`);
    return [`${kind}.id`, rows[0]?.id ?? '1'];
  });
  const found = Object.fromEntries(await Promise.all(kinds));
  return {
    ...found,
    ...{ 'event.id': EVENT.eventId, 'talk.id': TALK.talkId },
    ...{ slug: String(found['eventSlug.id']), 'eventByStub.stub': String(found['eventStub.id']) },
    ...{ stub: String(found['talkStub.id']), uri: `${base}/v2.1/talks/${TALK.talkId}`, username: 'host' },
    ...{ 'changes.eventId': EVENT.eventId, 'commentReport.id': '1', 'speakerClaim.id': '1', secret: 'unknown' },
    ...{
      nodeId: nodeIdOf({ type: 'Talk', id: TALK.talkId }),
      nodeIds: [nodeIdOf({ type: 'Event', id: EVENT.eventId })],
    },
    ...{ query: 'garden', speakerId: '1', trackId: found['track.id'] ?? '1', starred: true },
    ...{ keyword: 'ho', title: 'garden', tags: ['maps'], from: '2020-01-01', until: '2040-01-01' },
  };
}

/** Uses a key twice, so that the second response is the stored one; and changes a track with If-Match. */
async function writeOnConditions(service: Showcase, token: string): Promise<void> {
  const path = `/v2.1/events/${EVENT.eventId}/tracks`;
  const track = { track_name: 'Under a key', track_description: 'Once' };
  const { headers } = await postUnder(service, 'a key', path, token, track);
  await postUnder(service, 'a key', path, token, track);
  const address = headers.get('location') ?? '';
  const seen = (await ask(service, address, { token })).headers.get('etag') ?? '';
  await ask(service, address, { method: 'PUT', token, body: track, headers: { 'If-Match': seen } });
}

/** Features without a row of v2.1: the front page, and another password. */
async function doTheRest(service: Showcase, token: string): Promise<void> {
  await ask(service, '/', { headers: { Accept: 'text/html' } });
  const { rows } = await service.database.pool.query<{ id: string }>("select id from users where username = 'host'");
  const body = { full_name: 'A Host', email: 'host@paper.example', password: 'another-secret', old_password: PASSWORD };
  await ask(service, `/v2.1/users/${rows[0]?.id}`, { method: 'PUT', token, body });
}

async function workInTheBackground(service: Showcase): Promise<void> {
  const run = createRun(service.database.pool, { prepared: true });
  await run(applyPendingCounts, {});
  await countJobs(run);
  await referencedImages(run, ['event-1-orig.png']);
  await sweepKeys(run);
  await deleteOldUsage(run, 1);
  await service.writeUses();
}

function noteFields(document: DocumentNode, into: Set<string>): void {
  const types = new TypeInfo(graphSchema);
  const enter = () => {
    const [type, field] = [types.getParentType(), types.getFieldDef()];
    if (type && field && !field.name.startsWith('__')) into.add(`${type.name}.${field.name}`);
  };
  visit(document, visitWithTypeInfo(types, { Field: { enter } }));
}
