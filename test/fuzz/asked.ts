import { deflateSync, inflateSync } from 'node:zlib';

/** Who asks. */
export const roles = ['nobody', 'attendee', 'host', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Bytes as text, each the character of its number: so that a request can be printed, and be anything. */
export type Bytes = string;

/**
 * A request before it is sent. It is the same whatever the service holds, so that it can be asked again elsewhere: a
 * record is written as `<talk:3>` (the fourth, from the start again where there are fewer), what a role needs to be let
 * in as `<token>`.
 */
export interface Asked {
  readonly as: Role;
  readonly method: string;
  readonly target: Bytes;
  readonly headers: readonly (readonly [name: string, value: Bytes])[];
  /** Undefined: none, not even an empty one. */
  readonly body?: Bytes;
  /** How many of the same are sent at once; one where nothing is said. */
  readonly atOnce?: number;
}

export const bytesOf = (text: string): Bytes => Buffer.from(text, 'utf8').toString('latin1');

const PACKED = 'packed:';
const LONGEST = 4_000;

/** A request as a word of a command line; packed where it is long. */
export function wordOf(asked: Asked): string {
  const text = JSON.stringify(asked);
  if (text.length > LONGEST) return `${PACKED}${deflateSync(text).toString('base64url')}`;
  return `'${text.replaceAll("'", String.raw`\u0027`)}'`;
}

/** The request that `wordOf` wrote, as the shell gives it. */
export function askedIn(word: string): Asked {
  const text = word.startsWith(PACKED)
    ? inflateSync(Buffer.from(word.slice(PACKED.length), 'base64url')).toString()
    : word;
  return JSON.parse(text) as Asked;
}
