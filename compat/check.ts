import type { Exchange } from './client.js';
import type { Visit } from './visit.js';

/** One look at one thing: what was wanted of it is only said when it is something else. */
export interface Sighting {
  readonly url: string;
  /** Which part of the answer: a member such as `events[0].name`, a header, or `status`. */
  readonly member: string;
  readonly problem: { readonly seen: string; readonly wanted: string } | null;
}

/** One line of the contract. */
export interface Check {
  /** The contract's sections, the most telling first: `1.6, 7.1.1`. */
  readonly sections: string;
  readonly title: string;
  /** What has to be on the server for the line to be seen at all. */
  readonly needs: string;
  readonly look: (visit: Visit) => Iterable<Sighting> | AsyncIterable<Sighting>;
}

const LONGEST = 100;

/** A look: `seen` is shown as JSON, and said only when the thing is not as it has to be. */
export function looked(url: string, member: string, holds: boolean, seen: unknown, wanted: string): Sighting {
  return { url, member, problem: holds ? null : { seen: shown(seen), wanted } };
}

/** A look at a thing that has one right value. */
export const compared = (url: string, member: string, seen: unknown, right: unknown): Sighting =>
  looked(
    url,
    member,
    shown(seen) === shown(right) && JSON.stringify(seen) === JSON.stringify(right),
    seen,
    shown(right),
  );

/** A look at the status, which shows the answer where it is another one. */
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
