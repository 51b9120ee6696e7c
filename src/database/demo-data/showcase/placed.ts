import type { DateTime } from 'luxon';
import type { Conference, DemoTalk } from '../conference.js';
import type { CastMember } from './cast.js';
import type { Schedule } from './local-time.js';

/** A conference that has its id and its place in time. */
export interface PlacedEvent {
  readonly id: number;
  readonly conference: Conference;
  readonly schedule: Schedule;
  readonly hosts: readonly CastMember[];
  readonly trackIds: ReadonlyMap<string, number>;
  /** Approved and not private: people come, star and comment. */
  readonly isPublic: boolean;
}

export interface PlacedSpeaker {
  readonly id: number;
  readonly displayName: string;
  /** Null when nobody has claimed the talk under this name. */
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

/** An instant as the database takes it. */
export function iso(instant: DateTime<true> | number): string {
  return new Date(typeof instant === 'number' ? instant : instant.toMillis()).toISOString();
}
