import * as z from 'zod';

/** The format of the demo data files. Texts are verbatim; all times of day are local to the event. */

const username = z.string().min(1);
/** Author (a username; null for a guest without an account), rating, text. */
const comment = z.tuple([username.nullable(), z.int().min(0).max(5), z.string().min(1)]).readonly();
/** Rating and text of a comment by any author. */
const remark = z.tuple([z.int().min(0).max(5), z.string().min(1)]).readonly();

const track = z.strictObject({ name: z.string(), description: z.string(), color: z.string().regex(/^#[0-9a-f]{6}$/) });

const talk = z.strictObject({
  title: z.string(),
  /** Day of the event, counted from 1, and start and end: `2 09:30-10:15`. */
  at: z.string().regex(/^\d+ \d\d:\d\d-\d\d:\d\d$/),
  /** `TALK` if absent. */
  kind: z.enum(['KEYNOTE', 'WORKSHOP', 'SOCIAL_EVENT', 'EVENT_RELATED']).optional(),
  /** The name of a track of the conference. */
  track: z.string().optional(),
  /** `English - UK` if absent. */
  language: z.string().optional(),
  /** Names; `@username` for a speaker who has claimed the talk. */
  speakers: z.array(z.string()).readonly().optional(),
  description: z.string(),
  comments: z.array(comment).readonly().optional(),
});

export const conferenceSchema = z.strictObject({
  /** `{year}` is replaced by the year in which the event starts. */
  name: z.string(),
  description: z.string(),
  location: z.string(),
  /** An IANA time zone name. */
  timeZone: z.string(),
  /** Local days from the first start to today: 0 is today, negative numbers are past. */
  startsInDays: z.int(),
  days: z.int().min(1),
  status: z.enum(['PENDING', 'REJECTED']).optional(),
  rejectionReason: z.string().optional(),
  isPrivate: z.boolean().optional(),
  stub: z.string().optional(),
  href: z.url().optional(),
  hashtag: z.string().optional(),
  /** Latitude and longitude in degrees. */
  coordinates: z.tuple([z.number(), z.number()]).readonly().optional(),
  tags: z.array(z.string()).readonly(),
  /** Usernames; the first is the contact. */
  hosts: z.array(username).readonly(),
  cfp: z.strictObject({ opensInDays: z.int(), closesInDays: z.int(), url: z.url() }).optional(),
  tracks: z.array(track).readonly().optional(),
  talks: z.array(talk).readonly(),
  /** The share of all demo people who attend. */
  draw: z.number().min(0).max(1),
  /** Comments on any talk of this conference, besides those of a single talk. */
  remarks: z.array(remark).readonly().optional(),
  comments: z.array(comment).readonly().optional(),
});

export const peopleSchema = z.array(
  z.strictObject({
    username,
    fullName: z.string(),
    biography: z.string().nullable().default(null),
    twitter: z.string().nullable().default(null),
    isTrusted: z.boolean().default(false),
  }),
);

const texts = z.array(z.string().min(1)).min(1);

export const remarksSchema = z.strictObject({
  /** Comments on any talk. */
  remarks: z.array(remark),
  replies: texts,
  /** Comments on any event. */
  eventRemarks: z.array(remark),
});

/** Parts of generated texts: `{topic}` and `{other}` become two subjects, `{city}` a place. */
export const crowdSchema = z.strictObject({
  firstNames: texts,
  lastNames: texts,
  cities: z.array(z.tuple([z.string(), z.string()])),
  topics: texts,
  eventNames: texts,
  talkTitles: texts,
  sentences: texts,
  tagNames: texts,
  commentOpenings: texts,
  commentMiddles: texts,
  commentEndings: texts,
});

export type Conference = z.infer<typeof conferenceSchema>;
export type DemoTalk = z.infer<typeof talk>;
export type DemoComment = z.infer<typeof comment>;
export type Remark = z.infer<typeof remark>;
export type Person = z.infer<typeof peopleSchema>[number];
