import type { Exchange } from './client.js';
import type { Visit } from './visit.js';

/** One assertion: `problem` is null if it holds. */
export interface Sighting {
  readonly url: string;
  /** The part of the response: a member such as `events[0].name`, a header, or `status`. */
  readonly member: string;
  readonly problem: { readonly seen: string; readonly wanted: string } | null;
}

/** One requirement of the contract. */
export interface Check {
  /** Sections of the contract, the most relevant first: `1.6, 7.1.1`. */
  readonly sections: string;
  readonly title: string;
  /** Precondition on the server's data, without which the requirement cannot be checked. */
  readonly needs: string;
  readonly look: (visit: Visit) => Iterable<Sighting> | AsyncIterable<Sighting>;
}

const LONGEST = 100;

/** Asserts a condition; the problem contains `seen` as JSON. */
export function looked(url: string, member: string, holds: boolean, seen: unknown, wanted: string): Sighting {
  return { url, member, problem: holds ? null : { seen: shown(seen), wanted } };
}

/** Asserts that a value equals the expected one. */
export const compared = (url: string, member: string, seen: unknown, right: unknown): Sighting =>
  looked(
    url,
    member,
    shown(seen) === shown(right) && JSON.stringify(seen) === JSON.stringify(right),
    seen,
    shown(right),
  );

/** Asserts the status; the problem contains the response body. */
export function status({ url, method, status: seen, text }: Exchange, right: number): Sighting {
  const asked = method === 'GET' ? url : `${method} ${url}`;
  return {
    url: asked,
    member: 'status',
    problem: seen === right ? null : { seen: cut(`${seen} ${text}`), wanted: `${right}` },
  };
}

const shown = (value: unknown): string => cut(JSON.stringify(value) ?? 'nothing');

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
