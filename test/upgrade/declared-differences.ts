import type { Response, Responses } from './responses.js';

/** A member of v2.1 records that the released version lacks, or has with another value. */
interface DeclaredDifference {
  readonly member: string;
  readonly reason: string;
}

/** Everything else in the responses of v2.1 is unchanged. */
export const declaredDifferences: readonly DeclaredDifference[] = [
  { member: 'last_used_date', reason: 'The requests of this test use the tokens.' },
];

const declared = new Set(declaredDifferences.map(({ member }) => member));

/** The value without the declared differences from `released`. */
function withoutDeclared(value: unknown, released: unknown, met: Set<string>): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = Array.isArray(released) ? released : [];
    return value.map((item, place) => withoutDeclared(item, items[place], met));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([member, now]): [string, unknown][] => {
    const then: unknown = Reflect.get(Object(released), member);
    if (!declared.has(member) || then === now) return [[member, withoutDeclared(now, then, met)]];
    met.add(member);
    return then === undefined ? [] : [[member, then]];
  });
  return Object.fromEntries(entries);
}

const plain = ({ text }: Response): string => text.replace(/\s*\n\s*/g, ' ').slice(0, 2_000);

/**
 * Compares a response with that of the released version: its status, its type, and its members with their order.
 *
 * @param met receives the members of declared differences
 * @returns null if they are equal except for these
 */
export function differenceOf(released: Response, current: Response, met = new Set<string>()): object | null {
  const same = { status: released.status, type: released.type };
  if (released.text === current.text && same.status === current.status && same.type === current.type) return null;
  if (same.status !== current.status || same.type !== current.type || same.status !== 200) {
    return { released, current };
  }
  const then: unknown = JSON.parse(released.text);
  const now = withoutDeclared(JSON.parse(current.text), then, met);
  if (JSON.stringify(then) === JSON.stringify(now)) return null;
  return { released: plain(released), current: plain(current) };
}

/** The first differences by viewer and path, and the members of all declared differences. */
export function differencesOf(released: Responses, current: Responses): { wrong: object; met: Set<string> } {
  const met = new Set<string>();
  const wrong: [string, object][] = [];
  for (const [key, response] of released) {
    const now = current.get(key);
    const difference = now ? differenceOf(response, now, met) : { missing: true };
    if (difference && wrong.length < 5) wrong.push([key, difference]);
  }
  return { wrong: Object.fromEntries(wrong), met };
}
