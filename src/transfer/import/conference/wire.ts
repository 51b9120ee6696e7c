import * as z from 'zod';
import type { TalkLinkKind } from '../../../database/entities/talk.entity.js';

/**
 * Parses v2.1 records (spec §2, contract §3) of any server into local types. Tolerates the known deviations of the
 * original: numbers for texts (contract §1.8), `[]` for an empty object, null for an empty list, missing members. This
 * is the only file of the module that uses wire names.
 */

const text = z.union([z.string(), z.number()]).transform(String);
const optionalText = text.nullish().transform((value) => value ?? null);
/** An instant with an offset, normalized to ISO 8601 in UTC. */
const date = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value).toISOString())
  // In ISO output, a year beyond 9999 starts with a sign, and year 0 is 0000.
  .refine((value) => /^(?!0000)\d{4}-/.test(value), 'a date must lie in the years 1 to 9999');
const optionalDate = z
  .union([date, z.literal('').transform(() => null), z.null()])
  .optional()
  .default(null);
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);
const optionalNumber = number.nullish().transform((value) => value ?? null);
const link = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).href);
const optionalLink = link.nullish().transform((value) => value ?? null);

/** A list; PHP serializes some lists as objects, and empty ones as null. */
const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) =>
      Array.isArray(value) ? value : value == null ? [] : typeof value === 'object' ? Object.values(value) : value,
    z.array(item),
  );

/** The URI of an account; anything that is not a URL, such as an empty text, becomes null. */
const account = z
  .unknown()
  .optional()
  .transform((value) => link.safeParse(value).data ?? null);

const image = z.object({ type: text, url: optionalText, width: optionalNumber, height: optionalNumber });

export const eventRecord = z
  .object({
    uri: link,
    name: text,
    url_friendly_name: optionalText,
    start_date: date,
    end_date: date,
    description: optionalText,
    location: optionalText,
    stub: optionalText,
    href: optionalText,
    icon: optionalText,
    tz_continent: optionalText,
    tz_place: optionalText,
    attendee_count: optionalNumber,
    images: list(image),
    tags: list(text),
    latitude: optionalNumber,
    longitude: optionalNumber,
    contact_name: optionalText,
    hashtag: optionalText,
    cfp_start_date: optionalDate,
    cfp_end_date: optionalDate,
    cfp_url: optionalText,
    hosts: list(z.object({ host_name: optionalText, host_uri: account })),
    comments_uri: link,
    talks_uri: link,
    tracks_uri: link,
    all_talk_comments_uri: optionalLink,
  })
  .transform((wire) => ({
    uri: wire.uri,
    name: wire.name,
    slug: wire.url_friendly_name,
    startsAt: wire.start_date,
    endsAt: wire.end_date,
    description: wire.description,
    location: wire.location,
    stub: wire.stub,
    href: wire.href,
    icon: wire.icon || null,
    continent: wire.tz_continent,
    place: wire.tz_place,
    attendeeCount: wire.attendee_count ?? 0,
    images: wire.images,
    tags: wire.tags,
    latitude: wire.latitude,
    longitude: wire.longitude,
    contactName: wire.contact_name,
    hashtag: wire.hashtag,
    cfpStartsAt: wire.cfp_start_date,
    cfpEndsAt: wire.cfp_end_date,
    cfpUrl: wire.cfp_url,
    hosts: wire.hosts.map(({ host_uri }) => ({ account: host_uri })),
    comments: wire.comments_uri,
    talks: wire.talks_uri,
    tracks: wire.tracks_uri,
    talkComments: wire.all_talk_comments_uri,
  }));

export const trackRecord = z
  .object({ uri: link, track_name: optionalText, track_description: optionalText })
  .transform((wire) => ({ uri: wire.uri, name: wire.track_name, description: wire.track_description }));

export const talkRecord = z
  .object({
    uri: link,
    talk_title: optionalText,
    url_friendly_talk_title: optionalText,
    talk_description: optionalText,
    type: optionalText,
    start_date: date,
    duration: optionalNumber,
    // The original returns true in its first response for a new talk (contract 7.3-2).
    stub: z.union([text, z.boolean()]).nullish(),
    starred_count: optionalNumber,
    slides_link: optionalText,
    talk_media: list(z.record(z.string(), optionalText)),
    language: optionalText,
    speakers: list(z.object({ speaker_name: optionalText, speaker_uri: account })),
    tracks: list(z.object({ track_uri: link })),
    comments_uri: link,
  })
  .transform((wire) => ({
    uri: wire.uri,
    title: wire.talk_title,
    slug: wire.url_friendly_talk_title,
    description: wire.talk_description,
    type: wire.type,
    startsAt: wire.start_date,
    minutes: wire.duration,
    stub: typeof wire.stub === 'string' ? wire.stub : null,
    starCount: wire.starred_count ?? 0,
    slides: wire.slides_link,
    links: wire.talk_media.flatMap((entry) => Object.entries(entry).map(([kind, url]) => ({ kind, url }))),
    language: wire.language,
    speakers: wire.speakers.map(({ speaker_name, speaker_uri }) => ({ name: speaker_name, account: speaker_uri })),
    tracks: wire.tracks.map(({ track_uri }) => track_uri),
    comments: wire.comments_uri,
  }));

const comment = {
  rating: optionalNumber,
  comment: optionalText,
  source: optionalText,
  created_date: date,
  user_display_name: optionalText,
  username: optionalText,
  user_uri: account,
};

type WireComment = z.output<z.ZodObject<typeof comment>>;
const commentFields = (wire: WireComment) => ({
  rating: wire.rating,
  text: wire.comment,
  source: wire.source || null,
  createdAt: wire.created_date,
  author: { name: wire.user_display_name, username: wire.username, account: wire.user_uri },
});

export const eventCommentRecord = z
  .object({ ...comment, comment_uri: link })
  .transform((wire) => ({ uri: wire.comment_uri, ...commentFields(wire) }));

export const talkCommentRecord = z
  .object({ ...comment, uri: link, talk_uri: link })
  .transform((wire) => ({ uri: wire.uri, talk: wire.talk_uri, ...commentFields(wire) }));

/** The import needs only the username. */
export const userRecord = z.object({ username: text });

export const meta = z
  .object({ total: optionalNumber, next_page: optionalLink })
  .transform((wire) => ({ total: wire.total, nextPage: wire.next_page }))
  .optional()
  .default({ total: null, nextPage: null });

/** Maps the link kinds of talks, and their types (case-insensitive), to local kinds (contract §3.4). */
export const linkKinds: ReadonlyMap<string, TalkLinkKind> = new Map<string, TalkLinkKind>([
  ['slides_link', 'SLIDES'],
  ['video_link', 'VIDEO'],
  ['audio_link', 'AUDIO'],
  ['code_link', 'CODE'],
  ['joindin_link', 'EVENT_SITE'],
]);

export type EventRecord = z.output<typeof eventRecord>;
export type TrackRecord = z.output<typeof trackRecord>;
export type TalkRecord = z.output<typeof talkRecord>;
export type EventCommentRecord = z.output<typeof eventCommentRecord>;
export type TalkCommentRecord = z.output<typeof talkCommentRecord>;
