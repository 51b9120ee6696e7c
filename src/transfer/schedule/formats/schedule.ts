import type { TalkKind, TalkLinkKind } from '../../../database/entities/talk.entity.js';
import type { FileColumn } from './file-column.js';
import type { ScheduleProblem } from './problems.js';

/** Limits of an imported file (docs/import-schedules.md). */
export const MAX_SCHEDULE_BYTES = 10 * 1024 * 1024;
export const MAX_TALKS = 5_000;
export const MAX_DEPTH = 64;
/** Maximum number of values or cells: 100 for each talk. */
export const MAX_VALUES = 100 * MAX_TALKS;
/** Maximum number of speakers, of tracks and of links of a talk. */
export const MAX_PARTS = 100;

/** A talk as a file states it, unchecked. Undefined: the format has no such field; null: the file has no value. */
export interface RawTalk {
  /** Position in the file, from 1. */
  readonly row: number;
  /** Identity within the source. Undefined: title and speakers identify the talk. */
  readonly id?: string | null | undefined;
  /** Whether talks with this ID are slots of one, rather than an error of the file. */
  readonly isSlot?: boolean | undefined;
  readonly guid?: string | null | undefined;
  readonly title: string | null;
  readonly description?: string | null | undefined;
  /** ISO 8601 or a local format; without an offset, in the zone of the event. */
  readonly start: string | null;
  /** As `start`, or the time of a clock after the start. */
  readonly end?: string | null | undefined;
  /** Minutes, `hh:mm`, words or ISO 8601. Takes precedence over `end`. */
  readonly duration?: string | null | undefined;
  readonly type?: TalkKind | undefined;
  readonly language?: string | null | undefined;
  readonly room?: string | null | undefined;
  /** Identity of the room in all schedules that state one. */
  readonly roomGuid?: string | null | undefined;
  readonly tracks?: readonly string[] | undefined;
  readonly speakers?: readonly RawSpeaker[] | undefined;
  readonly links?: readonly RawLink[] | undefined;
}

export interface RawLink {
  /** Null for a link that a talk does not store, such as a homepage: the report names it. */
  readonly kind: TalkLinkKind | null;
  readonly url: string;
}

export interface RawSpeaker {
  readonly name: string;
  /** Identity of the person within the source. */
  readonly id?: string | null | undefined;
}

export interface SourceSpeaker {
  readonly name: string;
  readonly id: string | null;
}

export interface SourceLink {
  readonly kind: TalkLinkKind;
  readonly url: string;
}

/** The fields of a talk that a source may change. Undefined: the source does not state them. */
export interface SourceFields {
  readonly title: string;
  readonly description: string | undefined;
  /** Seconds since 1970. */
  readonly startsAt: number;
  readonly durationMinutes: number | undefined;
  readonly type: TalkKind | undefined;
  /** Name or code of a language. */
  readonly language: string | undefined;
  readonly room: string | null | undefined;
  readonly tracks: readonly string[] | undefined;
  readonly speakers: readonly SourceSpeaker[] | undefined;
  readonly links: readonly SourceLink[] | undefined;
}

/** A valid talk of the source. */
export interface SourceTalk {
  readonly row: number;
  readonly foreignId: string;
  /** The identity that it shares with an earlier talk, and to which `foreignId` adds a number. */
  readonly sharedId?: string | undefined;
  /** False if title and speakers identify the talk, which a new title therefore renames. */
  readonly hasOwnId: boolean;
  readonly guid: string | null;
  readonly roomGuid: string | null;
  readonly fields: SourceFields;
}

/** A parsed file. */
export interface SourceSchedule {
  readonly talks: readonly SourceTalk[];
  /** Identities of talks that the source has, but that cannot be imported. They are not missing from the source. */
  readonly rejected: ReadonlySet<string>;
  /** Whether every row has an identity, so that absent talks are known to be absent. */
  readonly isComplete: boolean;
  readonly problems: readonly ScheduleProblem[];
}

/** The event, and the mapping of CSV columns: field → heading. */
export interface ParseOptions {
  /** IANA name of its time zone. */
  readonly zone: string;
  /** Its times in seconds since 1970, by which dates such as `05/04/2027` are understood. */
  readonly period?: { readonly startsAt: number; readonly endsAt: number } | undefined;
  readonly columns?: ReadonlyMap<string, string> | undefined;
  /** The mapping of an earlier file, which applies to the columns that this one has; only without `columns`. */
  readonly remembered?: ReadonlyMap<string, string> | undefined;
}

/** What a file contains. */
export interface RawFile {
  readonly talks: readonly RawTalk[];
  /** Problems of the file as a whole. */
  readonly problems?: readonly ScheduleProblem[] | undefined;
  /** False if the file states that it lacks talks, as a page of a list does. */
  readonly isComplete?: boolean | undefined;
  readonly columns?: readonly FileColumn[] | undefined;
  /** The zone that the file states, in which its times without an offset are. */
  readonly zone?: string | null | undefined;
}

/** Returns only the talks if there is nothing else to say. */
export type ParseFormat = (text: string, options: ParseOptions) => RawFile | readonly RawTalk[];
