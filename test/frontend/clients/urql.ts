import { cacheExchange, Client, fetchExchange, type AnyVariables } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { createUrqlClient } from '../../../docs/frontend/urql.js';
import {
  COMMENT,
  EVENTS,
  idsOf,
  PAGE_SIZE,
  recordHashes,
  SET_IMAGE,
  STAR,
  talkOf,
  TALK,
  type Commented,
  type EventPage,
  type ImageSet,
  type SentHash,
  type Story,
  type TalkLine,
  type Visit,
} from './story.js';

interface Outcome<Data> {
  readonly data?: Data | undefined;
  readonly error?: Error | undefined;
}

function dataOf<Data>({ data, error }: Outcome<Data>): Data {
  if (error) throw error;
  return data as Data;
}

const defaults = ({ base, token }: Visit) =>
  new Client({
    url: `${base}/graphql`,
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    exchanges: [cacheExchange, fetchExchange],
  });

/** With the documented Graphcache configuration. */
export async function run(visit: Visit): Promise<Story> {
  const client = createUrqlClient(visit.base, () => visit.token);
  const pages = await readPages(client);
  const merged = client.readQuery<EventPage>(EVENTS, { first: PAGE_SIZE });
  return { pages, merged: merged ? idsOf(dataOf(merged)) : null, ...(await write(client, visit)) };
}

/** With urql's defaults: queries by GET, the document cache. */
export async function runDefaults(visit: Visit): Promise<Story> {
  const client = defaults(visit);
  return { pages: await readPages(client), merged: null, ...(await write(client, visit)) };
}

/** The second page as the service returns it: Graphcache merges it into the first. */
async function readPages(client: Client): Promise<string[][]> {
  const page = async (variables: AnyVariables) => dataOf(await client.query<EventPage>(EVENTS, variables).toPromise());
  const first = await page({ first: PAGE_SIZE });
  const both = await page({ first: PAGE_SIZE, after: first.events.pageInfo.endCursor });
  const ids = idsOf(first);
  return [ids, idsOf(both).filter((id) => !ids.includes(id))];
}

async function write(client: Client, { talkId, text }: Visit) {
  const read = async () => dataOf(await client.query<TalkLine>(TALK, { id: talkId }).toPromise());
  await read();
  dataOf(await client.mutation(STAR, { input: { talkId } }).toPromise());
  const input = { talkId, rating: 5, text };
  const { commentOnTalk } = dataOf(await client.mutation<Commented>(COMMENT, { input }).toPromise());
  const cached = await read();
  const { viewerHasStarred } = cached.talk;
  return { talk: talkOf(cached), viewerHasStarred, comment: commentOnTalk.talkComment.text };
}

/** The kinds of the stored image. */
export async function upload({ base, token }: Visit, eventId: string, image: Blob): Promise<string[]> {
  const client = createUrqlClient(base, () => token);
  const { setEventImage } = dataOf(
    await client.mutation<ImageSet>(SET_IMAGE, { input: { eventId, image } }).toPromise(),
  );
  return setEventImage.event.images.map(({ kind }) => kind);
}

/** Runs one query in two clients; returns the requests of each. */
export async function persisted({ base }: Visit, byGet: boolean): Promise<SentHash[][]> {
  const query = `query UrqlPersisted${String(byGet)} { events(first: 1) { totalCount } }`;
  const runOnce = async () => {
    const { sent, fetch } = recordHashes();
    const exchanges = [persistedExchange({ preferGetForPersistedQueries: byGet }), fetchExchange];
    const client = new Client({ url: `${base}/graphql`, fetch, preferGetMethod: false, exchanges });
    dataOf(await client.query(query, {}).toPromise());
    return sent;
  };
  return [await runOnce(), await runOnce()];
}
