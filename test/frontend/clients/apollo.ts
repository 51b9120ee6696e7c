import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { createApolloClient } from '../../../docs/frontend/apollo.js';
import {
  askFiveTimes,
  COMMENT,
  EVENTS,
  idsOf,
  PAGE_SIZE,
  recordHashes,
  SET_IMAGE,
  sha256Of,
  STAR,
  talkOf,
  TALK,
  type Commented,
  type ConditionalAnswers,
  type EventFields,
  type EventPage,
  type ImageSet,
  type SentHash,
  type Story,
  type TalkLine,
  type Visit,
} from './story.js';

const events = gql(EVENTS);
const talk = gql(TALK);

const defaults = ({ base, token }: Pick<Visit, 'base' | 'token'>) =>
  new ApolloClient({
    link: new HttpLink({ uri: `${base}/graphql`, headers: { authorization: `Bearer ${token}` } }),
    cache: new InMemoryCache(),
  });

/** With the documented cache policies. */
export async function run(visit: Visit): Promise<Story> {
  const client = createApolloClient(visit.base, () => visit.token);
  const list = client.watchQuery<EventPage>({ query: events, variables: { first: PAGE_SIZE } });
  const subscription = list.subscribe(() => undefined);
  const { data: first } = await list.refetch();
  if (!first) throw new Error('The list has no data');
  const second = await list.fetchMore({ variables: { after: first.events.pageInfo.endCursor } });
  const merged = client.readQuery<EventPage>({ query: events, variables: { first: PAGE_SIZE } });
  subscription.unsubscribe();
  const pages = [idsOf(first), idsOf(second.data)];
  return { pages, merged: merged && idsOf(merged), ...(await write(client, visit)) };
}

/** With Apollo's defaults. */
export async function runDefaults(visit: Visit): Promise<Story> {
  const client = defaults(visit);
  const page = async (after: string | null) =>
    (await client.query<EventPage>({ query: events, variables: { first: PAGE_SIZE, after } })).data as EventPage;
  const first = await page(null);
  const second = await page(first.events.pageInfo.endCursor);
  return { pages: [idsOf(first), idsOf(second)], merged: null, ...(await write(client, visit)) };
}

async function write(client: ApolloClient, { talkId, text }: Visit) {
  await client.query({ query: talk, variables: { id: talkId } });
  await client.mutate({ mutation: gql(STAR), variables: { input: { talkId } } });
  const { data } = await client.mutate<Commented>({
    mutation: gql(COMMENT),
    variables: { input: { talkId, rating: 5, text } },
  });
  const cached = client.readQuery<TalkLine>({ query: talk, variables: { id: talkId } });
  if (!cached || !data) throw new Error('The cache has lost the talk');
  const { viewerHasStarred } = cached.talk;
  return {
    talk: talkOf(cached),
    viewerHasStarred,
    comment: data.commentOnTalk.talkComment.text,
  };
}

/** The kinds of the stored image. */
export async function upload({ base, token }: Visit, eventId: string, image: Blob): Promise<string[]> {
  const client = createApolloClient(base, () => token);
  const variables = { input: { eventId, image } };
  const { data } = await client.mutate<ImageSet>({ mutation: gql(SET_IMAGE), variables });
  return data?.setEventImage.event.images.map(({ kind }) => kind) ?? [];
}

/** Runs one query in two clients; returns the requests of each. */
export async function persisted({ base }: Visit, useGETForHashedQueries: boolean): Promise<SentHash[][]> {
  const query = gql(`query ApolloPersisted${String(useGETForHashedQueries)} { events(first: 1) { totalCount } }`);
  const runOnce = async () => {
    const { sent, fetch } = recordHashes();
    const hashes = new PersistedQueryLink({ sha256: sha256Of, useGETForHashedQueries });
    const link = ApolloLink.from([hashes, new HttpLink({ uri: `${base}/graphql`, fetch })]);
    await new ApolloClient({ link, cache: new InMemoryCache() }).query({ query });
    return sent;
  };
  return [await runOnce(), await runOnce()];
}

/** Fragments that share a fragment, one of them on a condition. */
const conditional = gql(`
  query Conditional($isWide: Boolean!) {
    events(filter: UPCOMING, first: 2) { nodes { id ...Wide @include(if: $isWide) ...Line ...Narrow @skip(if: $isWide) } }
  }
  fragment Name on Event { name timeZone }
  fragment Wide on Event { ...Name description }
  fragment Line on Event { ...Name }
  fragment Narrow on Event { slug }`);

/** Reads the events with a new cache each time. */
export const conditions = ({ base, token }: Visit): Promise<ConditionalAnswers> =>
  askFiveTimes(async (isWide) => {
    const client = createApolloClient(base, () => token);
    const query = { query: conditional, variables: { isWide } };
    const { data } = await client.query<{ events: { nodes: EventFields } }>(query);
    return data?.events.nodes ?? [];
  });

/** How often two views request their parts of an object without ID, if both are shown at once. */
export async function requestsOfTwoViews({ base, token, talkId }: Visit): Promise<number> {
  const { fetch } = globalThis;
  let requests = 0;
  globalThis.fetch = (...parameters) => {
    requests += 1;
    return fetch(...parameters);
  };
  try {
    const client = createApolloClient(base, () => token);
    const views = ['average', 'count'].map((field) =>
      client.watchQuery({
        query: gql(`query View($id: ID!) { talk(id: $id) { id ratings { ${field} } } }`),
        variables: { id: talkId },
      }),
    );
    const subscriptions = views.map((view) => view.subscribe(() => undefined));
    // Each response may cause further requests.
    for (let before = -1; before !== requests; await settled()) before = requests;
    for (const subscription of subscriptions) subscription.unsubscribe();
    return requests;
  } finally {
    globalThis.fetch = fetch;
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 500));
