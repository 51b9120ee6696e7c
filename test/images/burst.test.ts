import { describe, expect, it } from '@jest/globals';
import { PassThrough, Readable } from 'node:stream';
import sharp from 'sharp';
import { processEventImage, receiveEventImage } from '../../src/adapters/images/event-image.js';
import { longestTurnMs } from '../support/cpu-time.js';

const TICK_MS = 10;
const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 1440, height: 1440, channels: 3, background: 'red', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();

/** The growth of this process in bytes while the work runs. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), TICK_MS);
  await work().finally(() => clearInterval(timer));
  return peak - before;
}

describe('a burst of uploads', () => {
  it('neither blocks the event loop nor needs much memory: 20 of the largest photos concurrently', async () => {
    const upload = await photo();
    let turn = Infinity;
    const burst = () => Promise.all(Array.from({ length: 20 }, () => processEventImage(upload)));
    const grownBy = await growth(async () => (turn = await longestTurnMs(burst)));
    expect({ turn: turn < 1_000, grownBy: grownBy < 200e6 }).toEqual({ turn: true, grownBy: true });
  });

  it('is rejected from the 23rd image on, while 22 are in progress; afterwards uploads succeed', async () => {
    const upload = await photo();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 25 }, () => receiveEventImage(Readable.from([upload]))),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused).toEqual(
      Array(3).fill(expect.objectContaining({ code: 'UNAVAILABLE', problems: [{ reason: 'IMAGES_BUSY' }] })),
    );
    await expect(receiveEventImage(Readable.from([upload]))).resolves.toHaveProperty('small.width', 140);
  });

  it('is rejected before any byte is read, also while slow ones have not arrived', async () => {
    const upload = await photo();
    const slow = Array.from({ length: 22 }, () => new PassThrough());
    for (const stream of slow) stream.write(upload.subarray(0, 1_000));
    const taken = slow.map((stream) => receiveEventImage(stream));
    let isRead = false;
    const late = Readable.from(
      (function* () {
        isRead = true;
        yield upload;
      })(),
    );
    await expect(receiveEventImage(late)).rejects.toMatchObject({ problems: [{ reason: 'IMAGES_BUSY' }] });
    expect(isRead).toBe(false);

    slow[0]?.end(upload.subarray(1_000));
    await expect(taken[0]).resolves.toHaveProperty('small.width', 140);
    await expect(receiveEventImage(late)).resolves.toHaveProperty('small.width', 140);
    for (const stream of slow.slice(1)) stream.destroy(new Error('gone'));
    expect((await Promise.allSettled(taken.slice(1))).map(({ status }) => status)).toEqual(Array(21).fill('rejected'));
  });
});
