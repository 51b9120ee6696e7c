import { expect } from '@jest/globals';
import { ask as askGraph, type Data } from '../graphql/ask.js';
import { ask, recordOf, type Json } from '../rest/ask.js';

/** A record, read through REST and GraphQL. */

interface Noun {
  /** The member of the records in a v2.1 response. */
  readonly name: string;
  /** The GraphQL selection. */
  readonly fields: string;
  /** Converts the GraphQL record to v2.1 members. */
  readonly inWords: (record: Data) => Json;
}

const numberOf = (uri: unknown): string => String(uri).split('/').at(-1) ?? '';
const rounded = (average: number | null): number => Math.round(average ?? 0);
const pendingOf = ({ status, reviewDate }: Data): number | null =>
  status === 'PENDING' ? 1 : reviewDate === null ? null : 0;

const nouns = {
  event: {
    name: 'events',
    fields: `... on Event { name description location status reviewDate attendeeCount viewerIsAttending ratings { average }
      commentCount trackCount talkCount talkCommentCount tags timeZone viewerCanEdit hosts { fullName } }`,
    inWords: (event) => ({
      ...{ name: event.name, description: event.description, location: event.location, pending: pendingOf(event) },
      ...{ attendee_count: event.attendeeCount, attending: event.viewerIsAttending, tags: event.tags },
      ...{ event_average_rating: rounded(event.ratings.average), event_comments_count: event.commentCount },
      ...{ tracks_count: event.trackCount, talks_count: event.talkCount, talk_comments_count: event.talkCommentCount },
      ...{ tz_continent: event.timeZone.split('/')[0], can_edit: event.viewerCanEdit },
      hosts: event.hosts.map(({ fullName }: Data) => expect.objectContaining({ host_name: fullName })),
    }),
  },
  talk: {
    name: 'talks',
    fields: `... on Talk { id title description startDate durationMinutes language { name } ratings { average } commentCount
      starCount viewerHasStarred viewerRating speakers { name user { id } } tracks { id name } }`,
    inWords: (talk) => ({
      ...{
        id: Number(talk.id),
        talk_title: talk.title,
        talk_description: talk.description,
        language: talk.language.name,
      },
      ...{ start_date: talk.startDate, duration: talk.durationMinutes, average_rating: rounded(talk.ratings.average) },
      ...{ comment_count: talk.commentCount, starred_count: talk.starCount, starred: talk.viewerHasStarred },
      user_rating: talk.viewerRating,
      speakers: talk.speakers.map(({ name, user }: Data) => ({
        speaker_name: name,
        ...(user && { speaker_uri: expect.stringMatching(new RegExp(`/users/${user.id}$`)) }),
      })),
      tracks: talk.tracks.map(({ id, name }: Data) =>
        expect.objectContaining({ track_name: name, track_uri: expect.stringMatching(new RegExp(`/tracks/${id}$`)) }),
      ),
    }),
  },
  track: {
    name: 'tracks',
    fields: '... on Track { name description talkCount }',
    inWords: (track) => ({
      ...{ track_name: track.name, track_description: track.description, talks_count: track.talkCount },
    }),
  },
  talkComment: {
    name: 'comments',
    fields: '... on TalkComment { rating text source talkTitle createdAt user { fullName } }',
    inWords: (comment) => ({
      ...{ rating: comment.rating, comment: comment.text, source: comment.source, talk_title: comment.talkTitle },
      ...{ created_date: comment.createdAt, user_display_name: comment.user?.fullName ?? '' },
    }),
  },
  eventComment: {
    name: 'comments',
    fields: '... on EventComment { rating text source createdAt user { fullName } }',
    inWords: (comment) => ({
      ...{ rating: comment.rating, comment: comment.text, source: comment.source },
      ...{ created_date: comment.createdAt, user_display_name: comment.user?.fullName ?? '' },
    }),
  },
  user: {
    name: 'users',
    fields: '... on User { username fullName biography twitterUsername isTrusted avatarHash }',
    inWords: (user) => ({
      ...{ username: user.username, full_name: user.fullName, biography: user.biography, avatar_hash: user.avatarHash },
      ...{ twitter_username: user.twitterUsername, trusted: user.isTrusted ? 1 : 0 },
    }),
  },
} satisfies Record<string, Noun>;

/** The readable records. */
export type NounName = keyof typeof nouns;

const ofGraph = async (base: string, uri: string, fields: string, token: string | undefined): Promise<Data> => {
  const query = `query($uri: String!) { resource(uri: $uri) { ${fields} } }`;
  const { data, errors } = await askGraph({ base }, query, { variables: { uri }, token });
  expect(errors).toEqual([]);
  return data.resource;
};

/** Dates in the zone of the event and in UTC are equal instants. */
const moments = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) =>
      key.endsWith('_date') && typeof value === 'string' ? [key, Date.parse(value)] : [key, value],
    ),
  );

/** The verbose record at a URL, which must be equal in REST and GraphQL. */
export async function readBoth(base: string, noun: NounName, uri: unknown, token?: string): Promise<Json> {
  const { name, fields, inWords }: Noun = nouns[noun];
  const record = recordOf(await ask({ base }, `${String(uri)}?verbose=yes`, { token }), name);
  expect(moments(record)).toMatchObject(moments(inWords(await ofGraph(base, String(uri), fields, token))));
  return record;
}

/** Requires that the record is hidden in REST and GraphQL. */
export async function expectHidden(base: string, uri: unknown, token?: string): Promise<void> {
  expect([numberOf(uri), (await ask({ base }, String(uri), { token })).status]).toEqual([numberOf(uri), 404]);
  expect(await ofGraph(base, String(uri), '__typename', token)).toBeNull();
}
