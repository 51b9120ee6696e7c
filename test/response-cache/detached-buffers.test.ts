import { expect, it } from '@jest/globals';
import { createCompressedForms } from '../../src/http/compression.js';
import { prepareForReuse } from '../../src/http/send.js';

/** The memory that a buffer retains. */
const held = (bytes: Buffer): number => bytes.buffer.byteLength;

it.each([0, 1, 1_000, 10_000, 100_000])('a cached response of %d bytes retains no larger buffer', (length) => {
  const { body } = prepareForReuse({ status: 200, headers: {}, body: 'x'.repeat(length) }, () => undefined);
  expect(held(body as Buffer)).toBe(length);
});

it('nor do its compressed forms', async () => {
  const forms = createCompressedForms(Buffer.from('{"name":"Ada"}'.repeat(1_000)), () => undefined)!;
  for (const coding of ['gzip', 'br'] as const) {
    const bytes = await forms.compress(coding);
    expect([coding, held(bytes)]).toEqual([coding, bytes.length]);
  }
});
