import type pg from 'pg';
import { createToken, createUser } from '../support/factories.js';

/** The state of random writes: targets, expected facts, and reproducible random numbers. */

/** A number from 0 to, but not including, 1. */
export type Random = () => number;

/** Mulberry32: deterministic by seed. */
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

/** Created records and stored values, by the names of `facts` in half-done.ts. */
export type Kind =
  'application' | 'attendance' | 'event' | 'eventComment' | 'link' | 'star' | 'talk' | 'talkComment' | 'track' | 'user';

/** An acknowledged fact, which must be stored. */
export interface Acknowledged {
  readonly kind: Kind;
  readonly key: string;
  /** Null: that it does not exist. */
  readonly value: string | null;
  /** Records with which it may be deleted: keys such as `talk 7`. */
  readonly under: readonly string[];
}

/** A target of further writes. */
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
  readonly users: Person[];
  readonly targets: Record<TargetKind, Target[]>;
  readonly claims: Claim[];
  readonly acknowledged: Map<string, Acknowledged>;
  /** Records with a deletion request, whatever its outcome. */
  readonly doomed: Set<string>;
}

/**
 * State of one connection. Its users write through no other one, so their last acknowledged write is the current fact.
 */
export interface Hand {
  readonly random: Random;
  readonly world: World;
  /** Users who host, speak and stay. */
  readonly members: readonly Person[];
  readonly guest: Person;
  /** Users whose talk comments are sometimes deleted. */
  readonly spammer: Person;
  /** Users who are deleted one after the other. */
  readonly leavers: Person[];
}

/** A random element, more often an early one: so that many writes share few targets. */
export function pick<Value>(random: Random, values: readonly Value[]): Value | undefined {
  return values[Math.floor(random() ** 2 * values.length)];
}

/** Users of a group that are not deleted. */
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

/** @param name of the administrator; the demo conferences have an `admin` */
export async function createWorld(pool: pg.Pool, name = 'admin'): Promise<World> {
  const admin = await person(pool, name, { is_admin: true });
  const targets = { application: [], event: [], eventComment: [], link: [], talk: [], talkComment: [], track: [] };
  return { admin, users: [], targets, claims: [], acknowledged: new Map(), doomed: new Set() };
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
  world.users.push(...members, guest);
  return { random: randomFrom(seed + number), world, members, guest, spammer, leavers };
}
