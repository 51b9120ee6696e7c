import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import type { Answer } from './ask.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const idOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const TYPED = 'query Typed { __typename }';

async function outcome(response: Response) {
  const { data, errors = [] } = (await response.json()) as Partial<Answer>;
  return errors[0] ? [response.status, errors[0].extensions.problems[0]?.reason] : data;
}

const post = async (body: object) =>
  outcome(
    await fetch(`${service.base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
const get = async (parameters: Record<string, string>) =>
  outcome(await fetch(`${service.base}/graphql?${new URLSearchParams(parameters).toString()}`));

async function listed(): Promise<Readonly<Record<string, string>>> {
  return (await (await fetch(`${service.base}/graphql/documents.json`)).json()) as Record<string, string>;
}

describe('documents by documentId (GraphQL over HTTP, draft)', () => {
  it('are listed by their identifiers', async () => {
    const documents = Object.entries(await listed());
    expect(documents.length).toBeGreaterThan(40);
    expect(documents.filter(([id, text]) => id !== idOf(text))).toEqual([]);
  });

  it('run by POST and by GET, with variables and an operation name', async () => {
    const found = Object.entries(await listed()).find(([, text]) => text.startsWith('query UserCollection('));
    const [documentId, text] = found!;
    const variables = { username: 'nobody', offset: 0, limit: 10, verbose: false };
    const operationName = 'UserCollection';
    const expected = { ...((await post({ query: text, variables })) as object) };
    expect(expected).toHaveProperty('users');
    expect(await post({ documentId, variables, operationName })).toEqual(expected);
    expect(await get({ documentId, variables: JSON.stringify(variables), operationName })).toEqual(expected);
  });

  it('run once they are registered by the older protocol, which still works', async () => {
    const documentId = idOf(TYPED);
    expect(await post({ documentId })).toEqual([200, 'DOCUMENT_UNKNOWN']);
    const extensions = { persistedQuery: { version: 1, sha256Hash: documentId.slice(7) } };
    expect(await post({ query: TYPED, extensions })).toEqual({ __typename: 'Query' });
    expect(await post({ documentId, extensions: null })).toEqual({ __typename: 'Query' });
    expect(await get({ documentId, extensions: 'not JSON' })).toEqual({ __typename: 'Query' });
    expect(await post({ extensions })).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['another prefix', 'md5:0123456789abcdef'],
    ['upper-case digits', idOf(TYPED).toUpperCase().replace('SHA256', 'sha256')],
    ['no prefix', idOf(TYPED).slice(7)],
    ['an empty text', ''],
    ['a name of Object.prototype', 'constructor'],
  ])('are rejected with %s', async (_, documentId) => {
    expect(await post({ documentId })).toEqual([400, 'REQUEST_INVALID']);
    expect(await get({ documentId })).toEqual([400, 'REQUEST_INVALID']);
  });

  it('are ignored beside a text, and rejected unless they are texts', async () => {
    expect(await post({ documentId: 'any', query: TYPED })).toEqual({ __typename: 'Query' });
    expect(await get({ documentId: 'any', query: TYPED })).toEqual({ __typename: 'Query' });
    for (const documentId of [7, {}, [idOf(TYPED)], true]) {
      expect(await post({ documentId })).toEqual([400, 'REQUEST_INVALID']);
    }
  });

  it('cannot write by GET', async () => {
    const [documentId] = Object.entries(await listed()).find(([, text]) => text.startsWith('mutation StarTalk('))!;
    const response = await fetch(`${service.base}/graphql?documentId=${documentId}&variables={"input":{"talkId":"1"}}`);
    expect(response.status).toBe(405);
  });
});
