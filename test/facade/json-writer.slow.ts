import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writeJson } from '../../schema/json-writer.js';

const textOf = async (value: object, maxBytes = Infinity) =>
  Buffer.concat((await writeJson(value, maxBytes)) ?? []).toString();

/** More than one call serializes. */
const long = 'x'.repeat(200_000);

describe('JSON', () => {
  it('equals JSON.stringify for every value', async () => {
    const value = fc.anything({
      withNullPrototype: true,
      key: fc.string({ unit: 'binary' }),
      values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)],
    });
    const property = fc.asyncProperty(fc.array(value), async (list) => {
      const whole = { list, long, nested: { list: [long, ...list] } };
      return (await textOf(whole)) === JSON.stringify(whole);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it.each([
    ['no members', {}],
    ['members without a value', { a: undefined, b: long, c: undefined }],
    ['empty containers beside a long text', { a: [], b: {}, c: [[], {}, long] }],
    ['wide characters', Array.from({ length: 3_000 }, (_, id) => ({ id, text: '€“quoted” \ud800 half 😀' }))],
    ['one list many times', Array.from({ length: 500 }, () => [long.slice(0, 1_000)])],
  ])('equals JSON.stringify for %s', async (_, value) => {
    expect((await textOf(value)) === JSON.stringify(value)).toBe(true);
  });

  it('stops at the byte limit, wherever it is reached', async () => {
    const value = { a: ['€'.repeat(100_000)], b: { c: '€'.repeat(100_000) } };
    const length = Buffer.byteLength(JSON.stringify(value));
    expect(await writeJson(value, length)).toEqual([expect.any(Buffer), expect.any(Buffer), expect.any(Buffer)]);
    expect(await writeJson(value, length - 1)).toBeNull();
    expect(await writeJson({ short: '€' }, 14)).toBeNull();
    expect(await writeJson({ short: '€' }, 15)).toEqual([expect.any(Buffer)]);
  });

  it('stops early: a value a million times as large takes no longer', async () => {
    let value: object = [long];
    for (let level = 0; level < 40; level += 1) value = [value, value];
    expect(await writeJson(value, 10_000_000)).toBeNull();
  });

  it('yields to the event loop', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const chunks = await writeJson(
      Array.from({ length: 300 }, () => ({ long })),
      Infinity,
    );
    clearImmediate(timer);
    expect(chunks?.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(60_000_000);
    expect(turns).toBeGreaterThan(0);
  });
});
