import { oddDate, oddName, oddNumber, oddText, oddValue } from './odd-values.js';
import type { Schema } from './operations.js';
import { kindOf, named } from './record-kinds.js';
import type { Tape } from './tape.js';

type Members = Readonly<Record<string, unknown>>;

const addresses: Readonly<Record<string, (tape: Tape) => string>> = {
  event_uri: (tape) => `<base>/v2.1/events/${named('event', tape)}`,
  talk_uri: (tape) => `<base>/v2.1/talks/${named('talk', tape)}`,
  track_uri: (tape) => `<base>/v2.1/tracks/${named('track', tape)}`,
  user_uri: (tape) => `<base>/v2.1/users/${named('user', tape)}`,
  host_uri: (tape) => `<base>/v2.1/users/${named('user', tape)}`,
};

const makers: Readonly<Record<string, (tape: Tape, schema: Schema) => unknown>> = {
  string: (tape, { maxLength = 100 }) => (tape.chance(20) ? 'é'.repeat(maxLength + tape.below(2)) : oddText(tape)),
  integer: (tape) => tape.below(6),
  number: oddNumber,
  boolean: (tape) => tape.chance(50),
  array: (tape, { items = {} }) => tape.several(3, () => rightValue(tape, '', items, undefined)),
};

/** A plausible value: of the right type, sometimes at the limits. */
export function rightValue(tape: Tape, name: string, schema: Schema, example: unknown): unknown {
  const kind = kindOf(name);
  if (kind !== undefined && tape.chance(60)) return named(kind, tape);
  if (addresses[name]) return addresses[name](tape);
  if (example !== undefined && !tape.chance(60)) return example;
  if (schema.enum) return tape.pick(schema.enum);
  if (name.includes('date')) return oddDate(tape);
  return makers[schema.type ?? 'string']?.(tape, schema) ?? oddText(tape);
}

/** The members of a body: mostly as documented, some missing, of other types, or unknown. */
export function membersOf(tape: Tape, schema: Schema, example: Members): Members {
  const isUsual = (name: string) => schema.required?.includes(name) === true || name in example;
  const members = Object.entries(schema.properties ?? {})
    .filter(([name]) => (isUsual(name) ? !tape.chance(4) : tape.chance(40)))
    .map(([name, member]) => [name, tape.chance(12) ? oddValue(tape) : rightValue(tape, name, member, example[name])]);
  const further = tape.chance(15) ? tape.several(3, () => [oddName(tape), oddValue(tape)]) : [];
  return Object.fromEntries([...members, ...further]) as Members;
}
