import { bodyOf, type Answer, type Json } from '../rest/ask.js';
import type { Guide } from './guide.js';
import type { Showcase } from './showcase.js';

/** Tokens by the names of the demo accounts. */
export type Tokens = Readonly<Record<'admin' | 'host' | 'speaker' | 'attendee', string>>;
export interface Tourist extends Guide {
  readonly service: Showcase;
  readonly tokens: Tokens;
}

export const client = { client_id: 'demo', client_secret: 'demo-secret' };
/** The running demo conference, hosted by `host`, and one of its talks. */
export const EVENT = { eventId: '7' };
export const TALK = { talkId: '66' };

/** The ID at the end of a URL. */
export const numberIn = (address: unknown): string => /(\d+)\D*$/.exec(String(address))?.[1] ?? '';
/** The ID of a created record. */
export const madeBy = ({ headers }: Answer): string => numberIn(headers.get('location'));
/** The first record of a list. */
export function firstOf(answer: Answer, name: string): Json {
  const [first] = bodyOf(answer)[name] as Json[];
  if (!first) throw new Error(`There are no ${name} in ${answer.text}`);
  return first;
}
