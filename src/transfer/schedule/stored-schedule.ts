import type { TalkKind, TalkLinkKind } from '../../database/entities/talk.entity.js';
import type { SourceFields, SourceLink } from './formats/schedule.js';
import type { ComparedText } from './plain-text.js';

/** A talk of the event as it is stored. */
export interface StoredTalk {
  readonly id: string;
  readonly guid: string;
  readonly slug: string;
  readonly title: string;
  readonly description: ComparedText;
  /** Seconds since 1970. */
  readonly startsAt: number;
  readonly durationMinutes: number;
  readonly type: TalkKind;
  readonly languageId: string;
  readonly room: string | null;
  readonly tracks: readonly { readonly id: string; readonly name: string }[];
  readonly speakers: readonly StoredSpeaker[];
  readonly links: readonly StoredLink[];
}

export interface StoredSpeaker {
  readonly id: string;
  /** The name on the talk. */
  readonly name: string;
  /** Full name of the linked account, if it is active. */
  readonly accountName: string | null;
  /** Whether an account is linked, or a claim is pending. */
  readonly isClaimed: boolean;
}

interface StoredLink {
  readonly id: string;
  readonly kind: TalkLinkKind;
  readonly url: string;
}

export interface StoredLanguage {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

/** The values last received from a source, by field; as JSON in `talk_origins.seen`. */
export interface Seen extends Partial<Omit<SourceFields, 'description' | 'speakers'>> {
  readonly description?: ComparedText | undefined;
  readonly speakers?: readonly SeenSpeaker[] | undefined;
}

export interface SeenSpeaker {
  readonly name: string;
  /** Identity within the source, if it has one. */
  readonly id: string | null;
  /** ID of the speaker on the talk; null if a host deleted it. */
  readonly speakerId: string | null;
}

/** The origin of a talk: which talk of which source it is. */
export interface Origin {
  readonly foreignId: string;
  readonly talkId: string;
  readonly seen: Seen;
}

/** Everything of an event that an import compares and may change. */
export interface StoredSchedule {
  readonly name: string;
  /** Seconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly timeZone: string;
  readonly talks: readonly StoredTalk[];
  readonly tracks: readonly { readonly id: string; readonly name: string }[];
  readonly origins: readonly Origin[];
  readonly languages: readonly StoredLanguage[];
}

/** The changes of one talk. Its scalar fields are those that change. */
export interface TalkChange {
  readonly talkId: string;
  readonly columns: Partial<TalkColumns>;
  readonly tracks: { readonly added: readonly string[]; readonly removed: readonly string[] };
  readonly speakers: SpeakerChanges;
  readonly links: { readonly added: readonly SourceLink[]; readonly removed: readonly string[] };
}

export interface SpeakerChanges {
  /** Names of new speakers; `at` is their index in `seen.speakers`. */
  readonly added: readonly { readonly name: string; readonly at: number }[];
  readonly renamed: readonly { readonly id: string; readonly name: string }[];
  readonly removed: readonly string[];
}

/** Scalar columns of a talk. */
export interface TalkColumns {
  readonly title: string;
  readonly description: string;
  readonly startsAt: number;
  readonly durationMinutes: number;
  readonly type: TalkKind;
  readonly languageId: string;
  readonly room: string | null;
}
