import { defineEntity, p, type Opt } from '@mikro-orm/core';
import { LocalTimeType } from './local-time.js';
import { TextArrayType } from './text-array.js';
import { User } from './user.entity.js';

/** Whether authors of comments are shown: always, unless they hide their name, or never. */
export const namePolicies = ['PUBLIC', 'OPTIONAL', 'HIDDEN'] as const;
export type NamePolicy = (typeof namePolicies)[number];
export const ratingPolicies = ['ON', 'OFF'] as const;
/** Whether feedback on a talk opens on the UTC day of its start, or at its start. */
export const feedbackOpenings = ['ON_DAY', 'WITH_TALK'] as const;

export const eventStatuses = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/**
 * One stored variant of an image of an event. `location` is the versioned file name in the image store or, for imported
 * records, an absolute URL. Width and height are in pixels.
 */
export interface StoredImage {
  readonly kind: 'ORIGINAL' | 'SMALL';
  readonly location: string;
  readonly width: number;
  readonly height: number;
}

/** A conference or similar gathering. Triggers maintain the counters; `timeZone` is an IANA name. */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    id: p.bigint('string').primary(),
    name: p.text(),
    slug: p.text(),
    description: p.text(),
    location: p.text(),
    startsAt: p.datetime(),
    endsAt: p.datetime(),
    timeZone: p.text(),
    stub: p.text().nullable(),
    href: p.text().nullable(),
    icon: p.text().nullable(),
    hashtag: p.text().nullable(),
    latitude: p.double().nullable(),
    longitude: p.double().nullable(),
    contactName: p.text().nullable(),
    contactEmail: p.text().nullable(),
    cfpStartsAt: p.datetime().nullable(),
    cfpEndsAt: p.datetime().nullable(),
    cfpClosesAt: p.datetime().nullable(),
    /** The local times of the instants, by the version of the zone rules in `zoneRules` (migration 20261210-local-times). */
    startsLocal: p.type(LocalTimeType).nullable(),
    endsLocal: p.type(LocalTimeType).nullable(),
    cfpStartsLocal: p.type(LocalTimeType).nullable(),
    cfpEndsLocal: p.type(LocalTimeType).nullable(),
    zoneRules: p.text().nullable(),
    cfpUrl: p.text().nullable(),
    status: p.enum(eventStatuses).default('PENDING'),
    isPrivate: p.boolean().default(false),
    isPublic: p.boolean().$type<Opt<boolean>>().generated("status = 'APPROVED' and not is_private stored"),
    reviewer: p.manyToOne(User).nullable(),
    reviewedAt: p.datetime().nullable(),
    rejectionReason: p.text().nullable(),
    cancelledAt: p.datetime().nullable(),
    withdrawnAt: p.datetime().nullable(),
    tags: p.type(TextArrayType).$type<string[]>().default([]),
    images: p.json<StoredImage[]>().default('[]'),
    attendeeCount: p.integer().default(0),
    commentCount: p.integer().default(0),
    ratingCount: p.integer().default(0),
    ratingSum: p.integer().default(0),
    trackCount: p.integer().default(0),
    talkCount: p.integer().default(0),
    talkCommentCount: p.integer().default(0),
    feedbackNames: p.enum(namePolicies).default('PUBLIC'),
    feedbackRatings: p.enum(ratingPolicies).default('ON'),
    revealAfterComments: p.integer().nullable(),
    revealAfterHours: p.integer().nullable(),
    feedbackOpens: p.enum(feedbackOpenings).default('ON_DAY'),
    /** A trigger fills it (migration 20261219-days-of-hidden-names). */
    dayZone: p.text().nullable(),
    guid: p.uuid().defaultRaw('gen_random_uuid()'),
    scheduleRevision: p.integer().default(0),
    changedAt: p.datetime().defaultRaw('now()'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A user who organises an event, and may therefore edit it (spec §1, event host). */
export const EventHost = defineEntity({
  name: 'EventHost',
  tableName: 'event_hosts',
  properties: {
    event: p.manyToOne(Event).primary(),
    user: p.manyToOne(User).primary(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** The attendance of a user at an event. */
export const EventAttendee = defineEntity({
  name: 'EventAttendee',
  tableName: 'event_attendees',
  properties: {
    event: p.manyToOne(Event).primary(),
    user: p.manyToOne(User).primary(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
