import {
  commitMutation,
  createOperationDescriptor,
  fetchQuery,
  getFragment,
  getRequest,
  getSingularSelector,
  type Environment,
  type GraphQLTaggedNode,
  type Variables,
} from 'relay-runtime';
import {
  commentOnTalk,
  createRelayEnvironment,
  records,
  starTalk,
  talkLine,
  upcomingEvents,
} from '../../../docs/frontend/relay.js';
import { conditional, fragments } from './conditions.js';
import {
  askFiveTimes,
  idsOf,
  PAGE_SIZE,
  talkOf,
  type Commented,
  type ConditionalAnswers,
  type EventFields,
  type EventPage,
  type Story,
  type TalkLine,
  type Visit,
} from './story.js';

/** Operations whose data stay in the store, as for a mounted component. */
function read<Data>(environment: Environment, query: GraphQLTaggedNode, variables: Variables): Data {
  const operation = createOperationDescriptor(getRequest(query), variables);
  environment.retain(operation);
  return environment.lookup(operation.fragment).data as Data;
}

const load = (environment: Environment, query: GraphQLTaggedNode, variables: Variables) =>
  fetchQuery(environment, query, variables).toPromise();

const commit = <Data>(environment: Environment, mutation: GraphQLTaggedNode, input: object) =>
  new Promise<Data>((resolve, reject) => {
    commitMutation(environment, {
      mutation,
      variables: { input },
      onCompleted: (data, errors) => (errors ? reject(new Error(errors[0]?.message)) : resolve(data as Data)),
      onError: reject,
    });
  });

/** With the documented `getDataID` and `@connection`. */
export async function run({ base, token, talkId, text }: Visit): Promise<Story> {
  const environment = createRelayEnvironment(base, () => token);
  await load(environment, upcomingEvents, { first: PAGE_SIZE });
  const page = () => read<EventPage>(environment, upcomingEvents, { first: PAGE_SIZE });
  const first = page();
  await load(environment, upcomingEvents, { first: PAGE_SIZE, after: first.events.pageInfo.endCursor });
  const merged = idsOf(page());

  await load(environment, talkLine, { id: talkId });
  await commit(environment, starTalk, { talkId });
  const commented = await commit<Commented>(environment, commentOnTalk, { talkId, rating: 5, text });
  const cached = read<TalkLine>(environment, talkLine, { id: talkId });
  return {
    pages: [idsOf(first), merged.slice(PAGE_SIZE)],
    merged,
    talk: talkOf(cached),
    viewerHasStarred: cached.talk.viewerHasStarred,
    comment: commented.commentOnTalk.talkComment.text,
  };
}

/** What the store holds of each list of records, after all of them are loaded, and the warnings of Relay. */
export async function stored({ base, token }: Visit, lists: readonly (readonly string[])[]) {
  const warnings: string[] = [];
  const { error } = console;
  console.error = (...parts) => void warnings.push(parts.join(' '));
  try {
    const environment = createRelayEnvironment(base, () => token);
    for (const ids of lists) {
      environment.retain(createOperationDescriptor(getRequest(records), { ids }));
      await load(environment, records, { ids });
    }
    const data = lists.map((ids) => read<{ nodes: object[] }>(environment, records, { ids }).nodes);
    return { data: JSON.parse(JSON.stringify(data)) as object[][], warnings };
  } finally {
    console.error = error;
  }
}

/** The fields of a record, and those of its fragments, which Relay hides from the others. */
function unmasked(environment: Environment, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.entries(data).flatMap(([name, value]) => {
    const fragment = isReference(value) ? fragments.get(name) : undefined;
    const selector = fragment && getSingularSelector(getFragment(fragment), value);
    if (!selector) return [[name, value]];
    return Object.entries(unmasked(environment, environment.lookup(selector).data as Record<string, unknown>));
  });
  return Object.fromEntries(fields) as Record<string, unknown>;
}

const isReference = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && '__fragments' in value;

/** Reads the events in a new environment each time. */
export const conditions = ({ base, token }: Visit): Promise<ConditionalAnswers> =>
  askFiveTimes(async (isWide) => {
    const environment = createRelayEnvironment(base, () => token);
    await load(environment, conditional, { isWide });
    const { events } = read<{ events: { nodes: EventFields } }>(environment, conditional, { isWide });
    return events.nodes.map((event) => unmasked(environment, event));
  });
