import { defineEntity, p } from '@mikro-orm/core';
import type { StoredImage } from '../../../src/database/entities/event.entity.js';

/** Tables as a typical ORM project declares them, with the collections that it populates. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.bigint('string').primary(),
    username: p.text(),
    fullName: p.text(),
    isActive: p.boolean(),
    avatarHash: p.text(),
  },
});

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
    cfpStartsAt: p.datetime().nullable(),
    cfpEndsAt: p.datetime().nullable(),
    cfpUrl: p.text().nullable(),
    status: p.text(),
    isPublic: p.boolean(),
    reviewedAt: p.datetime().nullable(),
    rejectionReason: p.text().nullable(),
    tags: p.array(),
    images: p.json<StoredImage[]>(),
    attendeeCount: p.integer(),
    commentCount: p.integer(),
    ratingCount: p.integer(),
    ratingSum: p.integer(),
    trackCount: p.integer(),
    talkCount: p.integer(),
    talkCommentCount: p.integer(),
    hosts: () => p.manyToMany(User).pivotTable('event_hosts').orderBy({ fullName: 'asc', id: 'asc' }),
  },
});

const TalkType = defineEntity({
  name: 'TalkType',
  tableName: 'talk_types',
  properties: { id: p.bigint('string').primary(), kind: p.text() },
});

const Track = defineEntity({
  name: 'Track',
  tableName: 'tracks',
  properties: { id: p.bigint('string').primary(), name: p.text() },
});

export const Talk = defineEntity({
  name: 'Talk',
  tableName: 'talks',
  properties: {
    id: p.bigint('string').primary(),
    event: () => p.manyToOne(Event),
    title: p.text(),
    slug: p.text(),
    description: p.text(),
    talkType: () => p.manyToOne(TalkType),
    startsAt: p.datetime(),
    durationMinutes: p.integer(),
    stub: p.text(),
    commentCount: p.integer(),
    ratingCount: p.integer(),
    ratingSum: p.integer(),
    starCount: p.integer(),
    speakers: () => p.oneToMany(TalkSpeaker).mappedBy('talk').orderBy({ id: 'asc' }),
    tracks: () => p.manyToMany(Track).pivotTable('talk_tracks').orderBy({ name: 'asc', id: 'asc' }),
  },
});

const TalkSpeaker = defineEntity({
  name: 'TalkSpeaker',
  tableName: 'talk_speakers',
  properties: {
    id: p.bigint('string').primary(),
    talk: () => p.manyToOne(Talk),
    displayName: p.text(),
    user: () => p.manyToOne(User).nullable(),
  },
});

export const TalkComment = defineEntity({
  name: 'TalkComment',
  tableName: 'talk_comments',
  properties: {
    id: p.bigint('string').primary(),
    talk: () => p.manyToOne(Talk),
    user: () => p.manyToOne(User).nullable(),
    rating: p.smallint(),
    comment: p.text(),
    isPrivate: p.boolean(),
    isHidden: p.boolean(),
    createdAt: p.datetime(),
  },
});

export const entities = [User, Event, TalkType, Track, Talk, TalkSpeaker, TalkComment];
