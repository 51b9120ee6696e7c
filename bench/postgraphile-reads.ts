import { post, type BenchRequest, type Driver } from './driver.js';

/** Pages to request from PostGraphile. */
interface Pages {
  readonly events: readonly string[];
  readonly talks: readonly string[];
  readonly pageCount: number;
  readonly pageSize: number;
  readonly childSize: number;
}

const EVENT = `id: rowId name slug startsAt endsAt description stub websiteUrl: href timeZone attendeeCount ratingCount
  ratingSum commentCount trackCount talkCount icon location rejectionReason images tags status reviewedAt`;
const PERSON = 'id: rowId username fullName isActive';

/** Selects the same columns as the stored operations, by their names in the Amber preset. */
const documents = {
  R1: `query ($first: Int!, $after: Cursor) {
    events: allEvents(first: $first, after: $after, orderBy: [STARTS_AT_DESC, ROW_ID_DESC], condition: { isPublic: true }) {
      totalCount
      pageInfo { endCursor }
      nodes { ${EVENT} }
    }
  }`,
  R2: `query ($id: BigInt!, $first: Int!) {
    event: eventByRowId(rowId: $id) {
      talks: talksByEventId(first: $first, orderBy: [STARTS_AT_ASC, ROW_ID_ASC]) {
        totalCount
        nodes {
          id: rowId eventId title slug description startsAt durationMinutes stub ratingCount ratingSum commentCount starCount
          type: talkTypeByTalkTypeId { kind }
          speakers: talkSpeakersByTalkIdAndEventId(orderBy: [ROW_ID_ASC]) {
            nodes { name: displayName user: userByUserId { id: rowId fullName isActive } }
          }
          tracks: talkTracksByTalkIdAndEventId { nodes { track: trackByTrackIdAndEventId { id: rowId name } } }
        }
      }
    }
  }`,
  event: `query ($id: BigInt!) {
    event: eventByRowId(rowId: $id) {
      ${EVENT} latitude longitude contactName hashtag cfpStartsAt cfpEndsAt cfpUrl talkCommentCount
      hosts: eventHostsByEventId { nodes { user: userByUserId { ${PERSON} } } }
    }
  }`,
  comments: `query ($id: BigInt!, $first: Int!) {
    talk: talkByRowId(rowId: $id) {
      comments: talkCommentsByTalkIdAndEventId(
        first: $first, orderBy: [CREATED_AT_ASC, ROW_ID_ASC], condition: { isHidden: false, isPrivate: false }
      ) {
        totalCount
        nodes { id: rowId talkId rating text: comment createdAt talk: talkByTalkIdAndEventId { title } user: userByUserId { ${PERSON} } }
      }
    }
  }`,
};
type Name = keyof typeof documents;

/** Requests for the same pages as elsewhere. Pages of events use the end cursor of the previous page, like a client. */
export async function postgraphileReads(
  driver: Driver,
  { events, talks, pageCount, pageSize, childSize }: Pages,
): Promise<Record<Name, BenchRequest[]>> {
  const R1: BenchRequest[] = [];
  for (let after: string | null = null; R1.length < pageCount;) {
    const page = post(documents.R1, { first: pageSize, after });
    R1.push(page);
    const answer = JSON.parse((await driver.fetch(page)).toString()) as Answer<{ events: Events }>;
    after = answer.data.events.pageInfo.endCursor;
  }
  return {
    R1,
    R2: events.map((id) => post(documents.R2, { id, first: childSize })),
    event: events.map((id) => post(documents.event, { id })),
    comments: talks.map((id) => post(documents.comments, { id, first: childSize })),
  };
}

interface Answer<Data> {
  readonly data: Data;
}
type Fields = Readonly<Record<string, unknown>>;
interface List {
  readonly totalCount: number;
  readonly nodes: readonly Fields[];
}
interface Events extends List {
  readonly pageInfo: { readonly endCursor: string };
}

/** Fields of a record that both schemas share by name; lists are compared by length. */
const fieldsOf = (record: Fields, names: readonly string[]) => names.map((name) => lengthOr(record[name]));
const lengthOr = (value: unknown) => (isList(value) ? value.nodes.length : Array.isArray(value) ? value.length : value);
const isList = (value: unknown): value is List => typeof value === 'object' && value !== null && 'nodes' in value;
const some = (list: List, names: readonly string[]) => ({
  total: list.totalCount,
  records: list.nodes.map((node) => fieldsOf(node, names)),
});
const fact =
  <Data>(of: (data: Data) => unknown) =>
  (answer: unknown) =>
    of((answer as Answer<Data>).data);

const eventFields = ['id', 'name', 'description', 'commentCount', 'attendeeCount', 'talkCount', 'trackCount', 'tags'];
const talkFields = [
  'id',
  'eventId',
  'title',
  'description',
  'commentCount',
  'starCount',
  'durationMinutes',
  'speakers',
  'tracks',
];
const commentFields = ['id', 'talkId', 'rating', 'text'];

/** Extracts the compared values from a response of PostGraphile or Lectern. */
export const facts: Readonly<Record<Name, (answer: unknown) => unknown>> = {
  R1: fact(({ events }: { events: List }) => some(events, eventFields)),
  R2: fact(({ event }: { event: { talks: List } }) => some(event.talks, talkFields)),
  event: fact(({ event }: { event: Fields }) => fieldsOf(event, [...eventFields, 'hosts'])),
  comments: fact(({ talk }: { talk: { comments: List } }) => some(talk.comments, commentFields)),
};
