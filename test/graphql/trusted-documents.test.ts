import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { createApollo } from '../../schema/apollo.js';
import { createSchema } from '../../schema/index.js';
import { checkConfig } from '../../src/server/app/check-config.js';
import { readConfig } from '../../src/config/config.js';
import { createFairQueue } from '../../src/core/common/fair-queue.js';
import type { Context } from '../../src/core/context.js';
import { startService, type TestService } from '../support/service.js';
import type { Answer } from './ask.js';

const OURS = 'query Ours { languages(first: 1) { offset } }';
const OTHERS = 'query Others { languages(first: 2) { offset } }';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hashed = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
const UNKNOWN = [400, 'INVALID', 'DOCUMENT_UNKNOWN'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-documents-'));
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'pages', 'ours.graphql'), `${OURS}\n`);
  await writeFile(join(folder, 'notes.txt'), 'no document');
});
afterAll(() => rm(folder, { recursive: true }));

/** Status and code of an error, or the data. */
async function outcome({ base }: TestService, body: object) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${base}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data, errors = [] } = (await response.json()) as Partial<Answer>;
  const [error] = errors;
  return error ? [response.status, error.extensions.code, error.extensions.problems[0]?.reason] : data;
}
const answered = { languages: { offset: 0 } };

describe('TRUSTED_DOCUMENTS=only', () => {
  let service: TestService;
  let stored: string;
  beforeAll(async () => {
    service = await startService({ TRUSTED_DOCUMENTS: 'only', TRUSTED_DOCUMENTS_DIR: folder });
    const documents = (await (await fetch(`${service.base}/graphql/operations`)).json()) as Record<string, string>;
    stored = documents['LanguageCollection'] ?? '';
  });
  afterAll(() => service.stop());

  it.each([
    ['by its text', { query: OURS }],
    ['by its text with the line break', { query: `${OURS}\n` }],
    ['by the hash of its text', hashed(sha256(OURS))],
    ['by both', { query: OURS, ...hashed(sha256(OURS)) }],
  ])('executes a trusted document %s, the first time and again', async (_, body) => {
    expect(await outcome(service, body)).toEqual(answered);
    expect(await outcome(service, body)).toEqual(answered);
  });

  it('executes stored operations by text, by hash and by name', async () => {
    const variables = { offset: 0, limit: 1 };
    const expected = expect.objectContaining({ languages: expect.objectContaining({ offset: 0 }) });
    expect(await outcome(service, { query: stored, variables })).toEqual(expected);
    expect(await outcome(service, { ...hashed(sha256(stored)), variables })).toEqual(expected);
    const asked = new URLSearchParams({ operation: 'LanguageCollection', variables: JSON.stringify(variables) });
    const response = await fetch(`${service.base}/graphql?${asked}`);
    expect([response.status, await response.json()]).toEqual([200, { data: expected }]);
  });

  it.each([
    ['another text', { query: OTHERS }],
    ['another text with the name of a trusted one', { query: OURS.replace('1', '2'), operationName: 'Ours' }],
    ['the same text with other formatting', { query: OURS.replace('{', '{ ') }],
    ['another text with its hash', { query: OTHERS, ...hashed(sha256(OTHERS)) }],
    ['text that is not GraphQL, before parsing', { query: '{ events(' }],
    ['an unknown field, before validation', { query: '{ nothing }' }],
    ['seven thousand aliases, before counting', { query: `{ ${'a: __typename '.repeat(7_000)} }` }],
    ['introspection', { query: getIntrospectionQuery() }],
    ['a mutation', { query: 'mutation { logOut { __typename } }' }],
  ])('rejects %s with 400', async (_, body) => {
    expect(await outcome(service, body)).toEqual(UNKNOWN);
    expect(await outcome(service, body)).toEqual(UNKNOWN);
  });

  it.each([
    ['of another text', sha256(OTHERS)],
    ['of no text', ''],
  ])('rejects the hash %s with PERSISTED_QUERY_NOT_SUPPORTED', async (_, hash) => {
    const notSupported = [200, 'PERSISTED_QUERY_NOT_SUPPORTED', 'DOCUMENT_UNKNOWN'];
    expect(await outcome(service, hashed(hash))).toEqual(notSupported);
    expect(await outcome(service, hashed(hash))).toEqual(notSupported);
  });

  it('rejects a text with the hash of another one, if either is trusted', async () => {
    expect(await outcome(service, { query: OURS, ...hashed(sha256(OTHERS)) })).toEqual([
      400,
      'INVALID',
      expect.anything(),
    ]);
    expect(await outcome(service, { query: OTHERS, ...hashed(sha256(OURS)) })).toEqual([
      400,
      'INVALID',
      expect.anything(),
    ]);
  });

  it('applies to GET and to forms as well', async () => {
    const headers = { 'apollo-require-preflight': 'yes' };
    const get = async (query: string) =>
      (await fetch(`${service.base}/graphql?${new URLSearchParams({ query })}`, { headers })).status;
    expect([await get(OURS), await get(OTHERS)]).toEqual([200, 400]);
    const form = async (query: string) => {
      const body = new FormData();
      body.set('operations', JSON.stringify({ query }));
      body.set('map', '{}');
      return (await fetch(`${service.base}/graphql`, { method: 'POST', headers, body })).status;
    };
    expect([await form(OURS), await form(OTHERS)]).toEqual([200, 400]);
  });

  it('does not affect v2.1', async () => {
    expect((await fetch(`${service.base}/v2.1/languages`)).status).toBe(200);
  });
});

describe('TRUSTED_DOCUMENTS=off', () => {
  it('executes all documents, and trusted ones also by hash', async () => {
    const service = await startService({ TRUSTED_DOCUMENTS_DIR: folder });
    try {
      expect(await outcome(service, hashed(sha256(OURS)))).toEqual(answered);
      expect(await outcome(service, hashed(sha256(OTHERS)))).toEqual([
        ...[200, 'PERSISTED_QUERY_NOT_FOUND', 'DOCUMENT_UNKNOWN'],
      ]);
      expect(await outcome(service, { query: getIntrospectionQuery() })).toHaveProperty('__schema');
    } finally {
      await service.stop();
    }
  });
});

describe('TRUSTED_DOCUMENTS=log', () => {
  const trusted = 'query Ours { __typename }';

  /** The log lines about these texts, sent in this order. */
  async function told(texts: readonly string[]): Promise<unknown[]> {
    const tellings: unknown[] = [];
    const { apollo } = await createApollo(await createSchema(), {
      reserve: () => true,
      queueOf: createFairQueue(1),
      introspection: true,
      suggests: true,
      trusted: { texts: [trusted], untrusted: 'log', onUnknown: (document) => tellings.push(document) },
      onUnexpected: (error) => tellings.push(error),
      onDomainError: () => undefined,
      onOperation: () => undefined,
    });
    const contextValue = { viewer: null, limitStates: [], client: { address: '192.0.2.1' } } as unknown as Context;
    for (const query of texts) await apollo.executeOperation({ query }, { contextValue });
    await apollo.stop();
    return tellings;
  }

  it('logs each other document once: its hash and its name, but not its text', async () => {
    const named = 'query Named { __typename }';
    const nameless = '{ __typename }';
    expect(await told([trusted, named, nameless, named, trusted, '{ nothing }'])).toEqual([
      { sha256: sha256(named), operation: 'Named' },
      { sha256: sha256(nameless), operation: undefined },
    ]);
  });

  it('logs the beginning of a long name', async () => {
    const long = `query ${'a'.repeat(5_000)} { __typename }`;
    expect(await told([long])).toEqual([{ sha256: sha256(long), operation: 'a'.repeat(100) }]);
  });

  it('logs a thousand documents at most', async () => {
    expect(await told(Array.from({ length: 1_010 }, (_, n) => `{ __typename } # ${n}`))).toHaveLength(1_000);
  });

  it('executes them', async () => {
    const service = await startService({ TRUSTED_DOCUMENTS: 'log', LOG_LEVEL: 'silent' });
    try {
      expect(await outcome(service, { query: OTHERS })).toEqual(answered);
      expect(await outcome(service, { query: getIntrospectionQuery() })).toHaveProperty('__schema');
    } finally {
      await service.stop();
    }
  });
});

describe('an invalid trusted document prevents the start', () => {
  const start = async (text: string) => {
    const directory = await mkdtemp(join(tmpdir(), 'lectern-documents-'));
    await writeFile(join(directory, 'a.graphql'), text);
    try {
      await checkConfig(readConfig({ TRUSTED_DOCUMENTS_DIR: directory }));
      return 'started';
    } catch (error) {
      return String(error).replace(directory, 'FOLDER');
    } finally {
      await rm(directory, { recursive: true });
    }
  };
  const saying = (problem: string) =>
    `OperatorError: The trusted document ${join('FOLDER', 'a.graphql')} is invalid: ${problem}`;

  it('and its errors are reported', async () => {
    expect(await start(OURS)).toEqual('started');
    expect(await start('{ events(')).toEqual(saying('Syntax Error: Expected Name, found <EOF>.'));
    expect(await start('{ nothing }')).toEqual(saying('Cannot query field "nothing" on type "Query".'));
    expect(await start('# empty')).toEqual(saying('Syntax Error: Unexpected <EOF>.'));
  });

  it('as does a missing folder', async () => {
    const directory = join(folder, 'nowhere');
    await expect(checkConfig(readConfig({ TRUSTED_DOCUMENTS_DIR: directory }))).rejects.toThrow(
      `The trusted documents in ${directory} cannot be read (ENOENT): ` +
        'make it a folder that this account can read, or set TRUSTED_DOCUMENTS_DIR to another one.',
    );
  });
});
