import type {
  EventFilter,
  EventImageKind,
  ReportDecision,
  TalkLinkKind,
  TalkType,
} from '../operations/documents.generated.js';

/** `filter=` → GraphQL filter (spec §4.2). Unknown values are ignored (contract 7.1-11). */
export const eventFilters: Readonly<Record<string, EventFilter>> = {
  hot: 'HOT',
  upcoming: 'UPCOMING',
  past: 'PAST',
  all: 'ALL',
  cfp: 'OPEN_CFP',
  cfps: 'OPEN_CFP',
  pending: 'PENDING',
};

/** Wire values of talk types in responses (spec §2.4); the one for social events is a setting. */
export const talkTypes: Readonly<Record<Exclude<TalkType, 'SOCIAL_EVENT'>, string>> = {
  TALK: 'Talk',
  KEYNOTE: 'Keynote',
  WORKSHOP: 'Workshop',
  EVENT_RELATED: 'Event related',
};

export const imageKinds: Readonly<Record<EventImageKind, string>> = { ORIGINAL: 'orig', SMALL: 'small' };

export const talkLinkNames: Readonly<Record<TalkLinkKind, string>> = {
  SLIDES: 'slides_link',
  VIDEO: 'video_link',
  AUDIO: 'audio_link',
  CODE: 'code_link',
  EVENT_SITE: 'joindin_link',
};

export const reportDecisions: Readonly<Record<ReportDecision, string>> = { UPHELD: 'approved', REJECTED: 'denied' };

/** Encodes a boolean as the number that clients expect (contract §1.8). */
export const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Averages are integers in v2.1: halves round up, 0 without ratings (contract §4.5). */
export const wholeAverage = (average: number | null): number => Math.floor((average ?? 0) + 0.5);
