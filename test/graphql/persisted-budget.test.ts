import { createHash } from 'node:crypto';
import type { GraphQLRequestContextExecutionDidStart, GraphQLRequestListener } from '@apollo/server';
import { describe, expect, it } from '@jest/globals';
import { createPersistedQueries, type PersistedQueries } from '../../schema/trusted-documents.js';
import type { Context } from '../../src/core/context.js';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const MEGABYTE = 1_000_000;

/** A unique text per number, in ASCII or in characters of two bytes. */
const textOf = (number: number, length: number, letter = 'x'): string => `${number} `.padEnd(length, letter);

/** Registers a document through the plugin, like Apollo does for a request with text and hash. */
async function register({ plugin }: PersistedQueries, text: string, viewer: object | null): Promise<void> {
  const request = {
    metrics: { persistedQueryRegister: true },
    queryHash: hashOf(text),
    source: text,
    contextValue: { viewer },
  };
  const listener = (await plugin.requestDidStart?.(
    request as unknown as GraphQLRequestContextExecutionDidStart<Context>,
  )) as GraphQLRequestListener<Context>;
  await listener.executionDidStart?.(request as unknown as GraphQLRequestContextExecutionDidStart<Context>);
}

const SIGNED_IN = {};

/** Number of documents that are still registered at the end. */
async function keptOf(texts: readonly string[], viewer: object | null): Promise<readonly boolean[]> {
  const persisted = createPersistedQueries();
  for (const text of texts) await register(persisted, text, viewer);
  return texts.map((text) => persisted.find(hashOf(text)) === text);
}

const countOf = (kept: readonly boolean[]): number => kept.filter(Boolean).length;

describe('persisted queries respect their memory limit (decisions no. 65)', () => {
  it.each([
    ['signed-in callers', SIGNED_IN, 16],
    ['anonymous callers', null, 4],
  ])('of %s the newest stay, as many as fit', async (_, viewer, megabytes) => {
    const texts = Array.from({ length: 2 * megabytes * 10 }, (_, number) => textOf(number, MEGABYTE / 10));
    const kept = await keptOf(texts, viewer);
    // Each takes some hundred bytes besides its text: of ten in a megabyte, all but one fit.
    expect(countOf(kept)).toBe(megabytes * 10 - 1);
    expect(kept.lastIndexOf(false)).toBe(megabytes * 10);
  });

  it('characters beyond Latin-1 count twice', async () => {
    const of = (letter: string) => Array.from({ length: 400 }, (_, number) => textOf(number, MEGABYTE / 10, letter));
    expect(countOf(await keptOf(of('é'), SIGNED_IN))).toBe(159);
    expect(countOf(await keptOf(of('→'), SIGNED_IN))).toBe(79);
  });

  it('many small texts are limited by their overhead', async () => {
    const texts = Array.from({ length: 50_000 }, (_, number) => textOf(number, 100));
    expect(countOf(await keptOf(texts, SIGNED_IN))).toBe((16 * MEGABYTE) / (100 + 400));
  });

  it('requested documents stay, and those of anonymous callers evict none of users', async () => {
    const persisted = createPersistedQueries({ anonymous: 3_000, signedIn: 3_000 });
    const [first, second, third] = [1, 2, 3].map((number) => textOf(number, 1_000)) as [string, string, string];
    await register(persisted, first, SIGNED_IN);
    await register(persisted, second, SIGNED_IN);
    expect(persisted.find(hashOf(first))).toBe(first);
    await register(persisted, third, SIGNED_IN);
    for (let number = 4; number < 20; number += 1) await register(persisted, textOf(number, 1_000), null);
    expect([first, second, third].map((text) => persisted.find(hashOf(text)))).toEqual([first, undefined, third]);
  });

  it('an anonymous document moves to the budget of the users once a user sends it too', async () => {
    const persisted = createPersistedQueries({ anonymous: 3_000, signedIn: 3_000 });
    const [ours, ...others] = [1, 2, 3, 4, 5].map((number) => textOf(number, 1_000)) as [string, ...string[]];
    await register(persisted, ours, null);
    await register(persisted, ours, SIGNED_IN);
    for (const other of others) await register(persisted, other, null);
    expect(persisted.find(hashOf(ours))).toBe(ours);
    // It has left the anonymous budget, which has room for two again.
    expect(others.map((text) => persisted.find(hashOf(text)) !== undefined)).toEqual([false, false, true, true]);
  });

  it('a text larger than the whole budget is not stored, and evicts nothing', async () => {
    const persisted = createPersistedQueries({ anonymous: 3_000, signedIn: 3_000 });
    const [small, large] = [textOf(1, 1_000), textOf(2, 4_000)];
    await register(persisted, small, SIGNED_IN);
    await register(persisted, large, SIGNED_IN);
    expect([small, large].map((text) => persisted.find(hashOf(text)))).toEqual([small, undefined]);
  });
});
