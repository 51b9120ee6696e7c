import { describe, expect, it } from '@jest/globals';
import { PassThrough, Readable } from 'node:stream';
import sharp from 'sharp';
import { processEventImage, receiveEventImage } from '../../src/adapters/images/event-image.js';

const TICK_MS = 10;
const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 1440, height: 1440, channels: 3, background: 'red', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();

/**
 * Runs some work and measures the maximum CPU time of this thread between two ticks, which is the event-loop delay on
 * an idle machine, and the growth of the process.
 */
async function watch(work: () => Promise<unknown>): Promise<{ awayMs: number; grownBy: number }> {
  const before = process.memoryUsage.rss();
  let [awayMs, peak, last] = [0, before, process.threadCpuUsage()];
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    awayMs = Math.max(awayMs, (user + system) / 1_000);
    peak = Math.max(peak, process.memoryUsage.rss());
    last = process.threadCpuUsage();
  }, TICK_MS);
  await work().finally(() => clearInterval(timer));
  return { awayMs, grownBy: peak - before };
}

describe('a burst of uploads', () => {
  it('neither blocks the event loop nor needs much memory: 20 of the largest photos concurrently', async () => {
    const upload = await photo();
    const { awayMs, grownBy } = await watch(() =>
      Promise.all(Array.from({ length: 20 }, () => processEventImage(upload))),
    );
    expect({ awayMs: awayMs < 1_000, grownBy: grownBy < 200e6 }).toEqual({ awayMs: true, grownBy: true });
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
