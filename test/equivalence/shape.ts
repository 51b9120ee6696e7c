import type { Data } from '../graphql/ask.js';
import { project, selectionOf, type Asking, type Member } from './member.js';
import { parametersOf, partOf, written, type Part, type Question } from './question.js';

/** The expected v2.1 response to a valid request. */
export interface Expected {
  readonly status: 200;
  readonly body: object;
}

/** The shapes of v2.1 responses (contract §1.6). */
export interface Shape {
  /** Selection of the innermost GraphQL field; empty for a scalar. */
  readonly selection: (verbose: boolean) => string;
  /** @returns null if the record does not exist */
  readonly expected: (found: Data, question: Question, asking: Asking) => Expected | null;
}

const userUri = ({ viewer, base }: Asking) => viewer && { user_uri: `${base}/v2.1/users/${viewer.id}` };

function envelope(root: string, records: object[], total: number, part: Part, question: Question, asking: Asking) {
  const { start = 0, size } = part;
  const page = (from: number) => {
    const place = new Map(Object.entries({ start: String(from), resultsperpage: String(size) }));
    const given = parametersOf(question);
    const added = [...place].filter(([name]) => !given.some(([one]) => one === name));
    const repeated = given.map(([name, value]) => [name, place.get(name) ?? value] as const);
    return `${asking.base}${question.path}?${written([...repeated, ...added])}`;
  };
  const meta = {
    count: records.length,
    total,
    this_page: page(start),
    ...(size > 0 && start + size < total && { next_page: page(start + size) }),
    ...(start > 0 && { prev_page: page(Math.max(start - size, 0)) }),
    ...userUri(asking),
  };
  return { status: 200, body: { [root]: records, meta } } as const;
}

/** A paginated list. GraphQL reports the offset if the request has none. */
export const page = (root: string, members: readonly Member[]): Shape => ({
  selection: (verbose) => `{ offset totalCount nodes { ${selectionOf(members, verbose)} } }`,
  expected: ({ offset, totalCount, nodes }, question, asking) => {
    const records = nodes.map((node: Data) => project(members, node, asking));
    const { start = offset, size } = partOf(question);
    return envelope(root, records, totalCount, { start, size }, question, asking);
  },
});

/** One record, in an array. */
export const record = (root: string, members: readonly Member[]): Shape => ({
  selection: (verbose) => `{ ${selectionOf(members, verbose)} }`,
  expected: (found, question, asking) =>
    envelope(root, [project(members, found, asking)], 1, partOf(question), question, asking),
});

/** A short list, which GraphQL returns completely. */
export const short = (root: string, members: readonly Member[]): Shape => ({
  selection: (verbose) => `{ ${selectionOf(members, verbose)} }`,
  expected: (found, question, asking) => {
    const part = partOf(question);
    const { start = 0, size } = part;
    const cut = size === 0 ? found : found.slice(start, start + size);
    const records = cut.map((node: Data) => project(members, node, asking));
    return envelope(root, records, found.length, part, question, asking);
  },
});

/** A short list that v2.1 always returns completely (contract §3.2, Claims overview, and §3.8). */
export const whole = (root: string, members: readonly Member[]): Shape => ({
  selection: (verbose) => `{ ${selectionOf(members, verbose)} }`,
  expected: (found, question, asking) => {
    const records = found.map((node: Data) => project(members, node, asking));
    return envelope(root, records, found.length, { start: 0, size: 0 }, question, asking);
  },
});

/** An object without an envelope: `meta` only if it has content (contract §1.6). */
export const bare = (
  selection: string,
  members: (found: Data, question: Question, asking: Asking) => object | null,
  count?: (found: Data) => number,
): Shape => ({
  selection: () => selection,
  expected: (found, question, asking) => {
    const body = members(found, question, asking);
    if (body === null) return null;
    const meta = { ...(count && { count: count(found) }), ...userUri(asking) };
    return { status: 200, body: Object.keys(meta).length > 0 ? { ...body, meta } : body };
  },
});
