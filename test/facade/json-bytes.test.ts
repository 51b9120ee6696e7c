import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonBytes, jsonOf, JsonText } from '../../rest-facade/wire/json.js';

const text = (value: object) => jsonBytes(value).toString();

describe('the bytes of a body', () => {
  it('are those of its JSON, with any contents', () => {
    const value = fc.anything({
      withNullPrototype: false,
      key: fc.string({ unit: 'binary' }),
      values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)],
    });
    const body = fc.oneof(fc.array(value), fc.dictionary(fc.string({ unit: 'binary' }), value));
    fc.assert(
      fc.property(body, (given) => text(given) === JSON.stringify(given)),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['a record longer than the buffer', ['€'.repeat(100_000)]],
    ['more records than fit', Array.from({ length: 3_000 }, (_, id) => ({ id, text: '“quoted” \ud800 half' }))],
    ['nothing', {}],
    ['no records', { records: [], left: undefined }],
  ])('are those of %s', (_, given) => {
    expect(text({ records: given, meta: {} })).toBe(JSON.stringify({ records: given, meta: {} }));
    expect(text(given)).toBe(JSON.stringify(given));
  });

  it('are those of a text that is already JSON, by itself, in a list and as a member', () => {
    const made = new JsonText('{"a":"“\\n"}');
    expect(text({ one: made, all: [made, 1, made], none: undefined })).toBe(
      '{"one":{"a":"“\\n"},"all":[{"a":"“\\n"},1,{"a":"“\\n"}]}',
    );
    expect(JSON.stringify({ deep: { one: made } })).toBe('{"deep":{"one":{"a":"“\\n"}}}');
  });

  it('stay unchanged when the next ones are computed', () => {
    const first = jsonBytes(['first']);
    jsonBytes(['other']);
    expect(first.toString()).toBe('["first"]');
  });
});

it('the text of a value is its JSON', () => {
  const value = fc.anything({
    withNullPrototype: false,
    values: [fc.string({ unit: 'binary' }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)],
  });
  fc.assert(
    fc.property(value, (given) => jsonOf(given) === (JSON.stringify(given) ?? 'null')),
    { numRuns: 1_000 },
  );
  expect([1e21, -0, 2 ** 53, NaN, '\ud800', 'é'].map(jsonOf)).toEqual([
    '1e+21',
    '0',
    '9007199254740992',
    'null',
    '"\\ud800"',
    '"é"',
  ]);
});
