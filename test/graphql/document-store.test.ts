import { expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { createDocumentStore } from '../../schema/document-store.js';

it('limits documents by their tokens, and evicts the least recently used', async () => {
  const store = createDocumentStore();
  // Three tokens for the braces and the field, two for the start and end of a document.
  const small = parse('{ __typename }');
  const large = parse(`{ ${'a '.repeat(12_000)} }`);
  const isHeld = async (name: string) => (await store.get(name)) !== undefined;
  await store.set('small', small);
  for (const name of ['first', 'second', 'third']) {
    await store.set(name, large);
    expect([name, await isHeld('small')]).toEqual([name, true]);
  }
  expect((await store.get('first')) === large).toBe(true);
  await store.set('fourth', large);
  expect(await Promise.all(['first', 'second', 'third', 'fourth', 'small'].map(isHeld))).toEqual([
    ...[true, false, true, true, true],
  ]);
});
