import type { DateTime } from 'luxon';
import type { Conference, DemoTalk } from '../data/schema.js';
import type { CastMember } from './cast.js';
import type { Schedule } from './local-time.js';

/** A conference with its ID and schedule. */
export interface PlacedEvent {
  readonly id: number;
  readonly conference: Conference;
  readonly schedule: Schedule;
  readonly hosts: readonly CastMember[];
  readonly trackIds: ReadonlyMap<string, number>;
  /** Approved and not private, so it has attendees, stars and comments. */
  readonly isPublic: boolean;
}

export interface PlacedSpeaker {
  readonly id: number;
  readonly displayName: string;
  /** Null if the talk is not claimed under this name. */
  readonly member: CastMember | null;
}

export interface PlacedTalk {
  readonly id: number;
  readonly talk: DemoTalk;
  readonly event: PlacedEvent;
  readonly slug: string;
  readonly startsAt: DateTime<true>;
  readonly minutes: number;
  readonly speakers: readonly PlacedSpeaker[];
}

/** Formats an instant for the database. */
export function iso(instant: DateTime<true> | number): string {
  return new Date(typeof instant === 'number' ? instant : instant.toMillis()).toISOString();
}
