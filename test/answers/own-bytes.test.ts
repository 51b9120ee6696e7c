import { expect, it } from '@jest/globals';
import { packedForms } from '../../src/http/packed.js';
import { readied } from '../../src/http/send.js';

/** What stays in memory for as long as the bytes do. */
const held = (bytes: Buffer): number => bytes.buffer.byteLength;

it.each([0, 1, 1_000, 10_000, 100_000])('what is kept of %d bytes holds no more than that', (length) => {
  const { body } = readied({ status: 200, headers: {}, body: 'x'.repeat(length) }, () => undefined);
  expect(held(body as Buffer)).toBe(length);
});

it('nor do its packed forms', async () => {
  const packed = packedForms(Buffer.from('{"name":"Ada"}'.repeat(1_000)), () => undefined)!;
  for (const packing of ['gzip', 'br'] as const) {
    const bytes = await packed.made(packing);
    expect([packing, held(bytes)]).toEqual([packing, bytes.length]);
  }
});
