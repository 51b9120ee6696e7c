import { deflateSync, inflateSync } from 'node:zlib';

/** The role of the caller. */
export const roles = ['nobody', 'attendee', 'host', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Bytes as text (Latin-1), so that a request can be printed, and contain any bytes. */
export type Bytes = string;

/**
 * A request before it is sent. It is independent of the records of the service, so that it can be repeated elsewhere:
 * `<talk:3>` stands for the fourth talk (modulo their number), `<token>` for the token of the role.
 */
export interface Asked {
  readonly as: Role;
  readonly method: string;
  readonly target: Bytes;
  readonly headers: readonly (readonly [name: string, value: Bytes])[];
  /** Undefined: no body, not even an empty one. */
  readonly body?: Bytes;
  /** Number of concurrent copies; one by default. */
  readonly copies?: number;
}

export const bytesOf = (text: string): Bytes => Buffer.from(text, 'utf8').toString('latin1');

const PACKED = 'packed:';
const LONGEST = 4_000;

/** Encodes a request as a command-line argument; compressed if it is long. */
export function wordOf(asked: Asked): string {
  const text = JSON.stringify(asked);
  if (text.length > LONGEST) return `${PACKED}${deflateSync(text).toString('base64url')}`;
  return `'${text.replaceAll("'", String.raw`\u0027`)}'`;
}

/** Decodes the result of `wordOf`, as passed by the shell. */
export function askedIn(word: string): Asked {
  const text = word.startsWith(PACKED)
    ? inflateSync(Buffer.from(word.slice(PACKED.length), 'base64url')).toString()
    : word;
  return JSON.parse(text) as Asked;
}
