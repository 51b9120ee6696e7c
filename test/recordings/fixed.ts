import * as crypto from 'node:crypto';
import { jest } from '@jest/globals';

/** The time of every recording: a Monday morning, an hour into the events of the world. */
export const NOW = new Date('2026-06-01T10:00:00Z');

let seed = '';
/** Number of uses of each kind since the seed was set. */
const uses = new Map<string, number>();

/** Restarts the random values, so that a request gets the same ones whatever was sent before it. */
export function reseed(next: string): void {
  seed = next;
  uses.clear();
}

/**
 * Bytes that depend only on the seed, their kind, and the number of uses of this kind: background work, such as polling
 * for jobs, uses other kinds than responses do.
 */
function derive(kind: string, size: number): Buffer {
  const use = (uses.get(kind) ?? 0) + 1;
  uses.set(kind, use);
  const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, index) =>
    crypto.createHash('sha256').update([seed, kind, use, index].join(' ')).digest(),
  );
  return Buffer.concat(blocks).subarray(0, size);
}

const bytes = (size: number): Buffer => derive(`bytes ${size}`, size);

function uuid(): string {
  const hex = derive('uuid', 16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Replaces the clock and the random numbers of all modules that are imported afterwards. Timers run normally. */
export function fixClockAndRandomness(): void {
  jest.useFakeTimers({
    now: NOW,
    doNotFake: [
      ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
    ],
  });
  jest.unstable_mockModule('node:crypto', () => {
    const fixed = { ...crypto, randomBytes: bytes, randomUUID: uuid };
    return { ...fixed, default: fixed };
  });
  jest.spyOn(Math, 'random').mockImplementation(() => derive('number', 4).readUInt32BE() / 2 ** 32);
}
