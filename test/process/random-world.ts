import type pg from 'pg';
import { createToken, createUser } from '../support/factories.js';

/** What random writes are about: what there is, what must be true in the end, and chance that can be had again. */

/** A number from 0 to, but not including, 1. */
export type Random = () => number;

/** Mulberry32: the same numbers for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly token: string;
}

/** What writes make, and what they set; the words of `facts` in half-done.ts. */
export type Kind =
  'application' | 'attendance' | 'event' | 'eventComment' | 'link' | 'star' | 'talk' | 'talkComment' | 'track' | 'user';

/** What the service has acknowledged, so that it has to be found. */
export interface Acknowledged {
  readonly kind: Kind;
  readonly key: string;
  /** Null: that it is not there. */
  readonly value: string | null;
  /** With whose going it may go: words such as `talk 7`. */
  readonly under: readonly string[];
}

/** A record that others can be written to. */
export interface Target {
  readonly id: string;
  readonly under: readonly string[];
}

export interface Claim {
  readonly talkId: string;
  readonly speakerName: string;
  readonly username: string;
}

type TargetKind = Exclude<Kind, 'attendance' | 'star' | 'user'>;

export interface World {
  readonly admin: Person;
  readonly everybody: Person[];
  readonly targets: Record<TargetKind, Target[]>;
  readonly claims: Claim[];
  readonly acknowledged: Map<string, Acknowledged>;
  /** What somebody has asked to delete, whatever came of it. */
  readonly doomed: Set<string>;
}

/** What one connection writes with. Its people write through no other one: what they last did is what is so. */
export interface Hand {
  readonly random: Random;
  readonly world: World;
  /** Who host, speak and stay. */
  readonly members: readonly Person[];
  readonly guest: Person;
  /** Whose talk comments are deleted now and then. */
  readonly spammer: Person;
  /** Who are deleted, one after the other. */
  readonly leavers: Person[];
}

/** Any of them, those of the beginning more often: so that many write to the same few. */
export function pick<Value>(random: Random, values: readonly Value[]): Value | undefined {
  return values[Math.floor(random() ** 2 * values.length)];
}

/** Everybody of a hand who is still there. */
export const peopleOf = ({ members, guest, spammer, leavers }: Hand): Person[] => [
  ...members,
  guest,
  spammer,
  ...leavers.slice(0, 2),
];

const LEAVERS = 12;

async function person(pool: pg.Pool, name: string, row: Record<string, unknown> = {}): Promise<Person> {
  const id = await createUser(pool, { username: name, ...row });
  return { id, username: name, token: await createToken(pool, id) };
}

export async function createWorld(pool: pg.Pool): Promise<World> {
  const admin = await person(pool, 'admin', { is_admin: true });
  const targets = { application: [], event: [], eventComment: [], link: [], talk: [], talkComment: [], track: [] };
  return { admin, everybody: [], targets, claims: [], acknowledged: new Map(), doomed: new Set() };
}

export async function createHand(pool: pg.Pool, world: World, number: number, seed: number): Promise<Hand> {
  const members = [
    await person(pool, `member${number}a`),
    await person(pool, `member${number}b`, { is_trusted: true }),
  ];
  const guest = await person(pool, `guest${number}`);
  const spammer = await person(pool, `spammer${number}`);
  const leavers: Person[] = [];
  for (let index = 0; index < LEAVERS; index += 1) leavers.push(await person(pool, `leaver${number}x${index}`));
  world.everybody.push(...members, guest);
  return { random: randomFrom(seed + number), world, members, guest, spammer, leavers };
}
