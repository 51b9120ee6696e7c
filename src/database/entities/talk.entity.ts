import { defineEntity, p, type Opt } from '@mikro-orm/core';
import { Event } from './event.entity.js';
import { LocalTimeType } from './local-time.js';
import { User } from './user.entity.js';
import { Track } from './track.entity.js';

/** A language in which talks are given (spec §4.5). */
export const Language = defineEntity({
  name: 'Language',
  tableName: 'languages',
  properties: { id: p.bigint('string').primary(), name: p.text(), code: p.text() },
});

export const talkKinds = ['TALK', 'SOCIAL_EVENT', 'KEYNOTE', 'WORKSHOP', 'EVENT_RELATED'] as const;
export type TalkKind = (typeof talkKinds)[number];

/** A row of the fixed table of talk types (contract §3.4), with the IDs that `/talk_types/{id}` exposes. */
export const TalkType = defineEntity({
  name: 'TalkType',
  tableName: 'talk_types',
  properties: { id: p.bigint('string').primary(), kind: p.enum(talkKinds), description: p.text().default('') },
});

/** Any session of an event. Triggers maintain the counters; the average rating is `ratingSum / ratingCount`. */
export const Talk = defineEntity({
  name: 'Talk',
  tableName: 'talks',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    title: p.text(),
    slug: p.text(),
    description: p.text(),
    talkType: p.manyToOne(TalkType),
    language: p.manyToOne(Language),
    startsAt: p.datetime(),
    /** The local time of `startsAt`, by the version of the zone rules in `zoneRules` (migration 20261210-local-times). */
    startsLocal: p.type(LocalTimeType).nullable(),
    zoneRules: p.text().nullable(),
    durationMinutes: p.integer().default(0),
    stub: p.text(),
    commentCount: p.integer().default(0),
    ratingCount: p.integer().default(0),
    ratingSum: p.integer().default(0),
    starCount: p.integer().default(0),
    searchTitle: p.text().$type<Opt<string>>().generated('public.search_text(title) stored'),
    guid: p.uuid().defaultRaw('gen_random_uuid()'),
    /** Whether an earlier talk of another event has the GUID, so that the UID in calendars differs from it. */
    guidIsCopied: p.boolean().default(false),
    room: p.text().nullable(),
    scheduleRevision: p.integer().default(0),
    changedAt: p.datetime().defaultRaw('now()'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/**
 * A deleted talk, which calendars show as cancelled for 60 days. `id` is that of the talk. `wasPublic`: whether the event
 * was public; a trigger fills it.
 */
export const DeletedTalk = defineEntity({
  name: 'DeletedTalk',
  tableName: 'deleted_talks',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    guid: p.uuid(),
    guidIsCopied: p.boolean(),
    title: p.text(),
    startsAt: p.datetime(),
    durationMinutes: p.integer(),
    revision: p.integer(),
    deletedAt: p.datetime().defaultRaw('now()'),
    wasPublic: p.boolean().default(false),
  },
});

/** The name of a speaker on a talk; `user` is the account that claimed it, if any. */
export const TalkSpeaker = defineEntity({
  name: 'TalkSpeaker',
  tableName: 'talk_speakers',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk),
    displayName: p.text(),
    user: p.manyToOne(User).nullable(),
  },
});

/**
 * A link between the name of a speaker and an account that one side still has to confirm: `claimedAt` if the speaker
 * requested it, `assignedAt` if a host did. Deleted once decided (contract §3.5).
 */
export const SpeakerClaim = defineEntity({
  name: 'SpeakerClaim',
  tableName: 'speaker_claims',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk),
    speaker: p.manyToOne(TalkSpeaker),
    user: p.manyToOne(User),
    submittedBy: p.manyToOne(User).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    claimedAt: p.datetime().nullable(),
    assignedAt: p.datetime().nullable(),
  },
});

export const talkLinkKinds = ['SLIDES', 'VIDEO', 'AUDIO', 'CODE', 'EVENT_SITE'] as const;
export type TalkLinkKind = (typeof talkLinkKinds)[number];

/** A link to slides, a recording or code of a talk. The first `SLIDES` link of a talk is its `slides_link`. */
export const TalkLink = defineEntity({
  name: 'TalkLink',
  tableName: 'talk_links',
  properties: {
    id: p.bigint('string').primary(),
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk),
    kind: p.enum(talkLinkKinds),
    url: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** The star of a user on a talk. */
export const TalkStar = defineEntity({
  name: 'TalkStar',
  tableName: 'talk_stars',
  properties: {
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk).primary(),
    user: p.manyToOne(User).primary(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** The assignment of a talk to a track. The database rejects tracks of other events. */
export const TalkTrack = defineEntity({
  name: 'TalkTrack',
  tableName: 'talk_tracks',
  properties: {
    event: p.manyToOne(Event),
    talk: p.manyToOne(Talk).primary(),
    track: p.manyToOne(Track).primary(),
  },
});
