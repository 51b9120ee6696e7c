/** The shape in which the demo conferences are written down. Texts are verbatim; all hours are local to the event. */

export interface Conference {
  /** `{year}` becomes the year in which the event starts. */
  readonly name: string;
  readonly description: string;
  readonly location: string;
  /** An IANA name. */
  readonly timeZone: string;
  /** From the local day of the first start: 0 is today, negative days are past. */
  readonly startsInDays: number;
  readonly days: number;
  readonly status?: 'PENDING' | 'REJECTED';
  readonly rejectionReason?: string;
  readonly isPrivate?: boolean;
  readonly stub?: string;
  readonly href?: string;
  readonly hashtag?: string;
  readonly coordinates?: readonly [latitude: number, longitude: number];
  readonly tags: readonly string[];
  /** User names; the first is the contact. */
  readonly hosts: readonly string[];
  readonly cfp?: { readonly opensInDays: number; readonly closesInDays: number; readonly url: string };
  readonly tracks?: readonly DemoTrack[];
  readonly talks: readonly DemoTalk[];
  /** The share of all demo people who attend, from 0 to 1. */
  readonly draw: number;
  /** What people here say about talks, besides the comments that belong to one talk. */
  readonly remarks?: readonly Remark[];
  readonly comments?: readonly DemoComment[];
}

export interface DemoTrack {
  readonly name: string;
  readonly description: string;
  readonly color: string;
}

export interface DemoTalk {
  readonly title: string;
  /** Day of the event, counted from 1, and hours: `2 09:30-10:15`. */
  readonly at: string;
  /** A talk when absent. */
  readonly kind?: 'KEYNOTE' | 'WORKSHOP' | 'SOCIAL_EVENT' | 'EVENT_RELATED';
  readonly track?: string;
  /** `English - UK` when absent. */
  readonly language?: string;
  /** Names; `@username` for somebody who has claimed the talk. */
  readonly speakers?: readonly string[];
  readonly description: string;
  readonly comments?: readonly DemoComment[];
}

/** Somebody's words. The author is a user name; null for a guest without an account. */
export type DemoComment = readonly [author: string | null, rating: number, text: string];

/** Words that anybody might have said. */
export type Remark = readonly [rating: number, text: string];
