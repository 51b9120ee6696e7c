import { v5 } from 'uuid';
import { clean } from '../xml.js';

interface Speaker {
  readonly name: string;
  readonly userId: string | null;
}

/** A person of a schedule. */
interface Person {
  /** An integer, unique in the document: readers ignore persons without one. */
  readonly id: number;
  readonly guid: string;
  readonly name: string;
}

/** IDs of persons without an account are 2³⁰ or greater, and those of accounts less. Readers use 32 bits with a sign. */
const FIRST_ID = 2 ** 30;
const HEX = 16;
const HEX_DIGITS = 8;

/**
 * Identifies the persons of one document, talk by talk: by their account, or else by their name. Namesakes in one talk are
 * different persons. Identities depend on neither other talks
 * nor their order, unless two numbers collide.
 */
export function personsOf(eventGuid: string): (speakers: readonly Speaker[]) => Person[] {
  const known = new Map<string, Omit<Person, 'name'>>();
  const taken = new Set<number>();
  const identityOf = (key: string, userId: string | null): Omit<Person, 'name'> => {
    const guid = v5(key, eventGuid);
    if (userId !== null) return { id: Number(userId), guid };
    let place = Number.parseInt(guid.slice(0, HEX_DIGITS), HEX) % FIRST_ID;
    while (taken.has(place)) place = (place + 1) % FIRST_ID;
    taken.add(place);
    return { id: FIRST_ID + place, guid };
  };
  return (speakers) => {
    const namesakes = new Map<string, number>();
    return speakers.map(({ name: written, userId }) => {
      const name = clean(written);
      const count = namesakes.get(name) ?? 0;
      if (userId === null) namesakes.set(name, count + 1);
      const key = userId === null ? `name ${count} ${name}` : `user ${userId}`;
      const identity = known.get(key) ?? identityOf(key, userId);
      known.set(key, identity);
      return { ...identity, name };
    });
  };
}
