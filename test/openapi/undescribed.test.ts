import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '../support/recording.js';
import { undescribedIn } from './undescribed.js';

const exchange = (method: string, path: string, status: number, body: unknown): Recorded => ({
  ...{ kind: 'exchange', method, path, secrets: [], said: '', status, isWhole: true },
  answer: `{}\n${body === undefined ? '' : JSON.stringify(body)}`,
});
const language = {
  name: 'Ido',
  code: 'io',
  uri: 'http://localhost/v2.1/languages/1',
  verbose_uri: 'http://localhost/v2.1/languages/1?verbose=yes',
};
const meta = { count: 1, total: 1, this_page: 'http://localhost/v2.1/languages/1?start=0&resultsperpage=20' };
const read = (body: object) => undescribedIn([exchange('GET', '/v2.1/languages/1', 200, body)]);

describe('the end of every test run holds all answers against the OpenAPI document', () => {
  it('and finds nothing in answers as they are described', () => {
    expect(read({ languages: [language], meta })).toEqual([]);
    const others = [
      exchange('GET', '/v2.1/languages/1/', 404, ['Language not found']),
      exchange('GET', '/v2.1/nothing', 404, ['Endpoint not found']),
      exchange('DELETE', '/v2.1/languages/1', 405, ['Method not supported']),
      exchange('POST', '/v2.1/talks/1/starred', 201, undefined),
      exchange('GET', '/graphql', 400, { errors: [] }),
      { kind: 'output', text: '{"level":30}' } as const,
    ];
    expect(undescribedIn(others)).toEqual([]);
  });

  it('and would find a member that is described nowhere, one that is missing, and one of another type', () => {
    const told = 'GET /v2.1/languages/1 the answer';
    expect(read({ languages: [{ ...language, since: 1907 }], meta })).toEqual([
      `${told}/languages/0 must NOT have additional properties`,
    ]);
    const { code, ...others } = language;
    expect(code).toBe('io');
    expect(read({ languages: [others], meta })).toEqual([`${told}/languages/0 must have required property 'code'`]);
    expect(read({ languages: [language], meta: { ...meta, count: '1' } })).toEqual([
      `${told}/meta/count must be integer`,
    ]);
  });

  it('and would find a status or a body that is described nowhere', () => {
    expect(undescribedIn([exchange('GET', '/v2.1/languages/1', 418, ['I am a teapot'])])).toEqual([
      'GET /v2.1/languages/1 answers 418',
    ]);
    expect(undescribedIn([exchange('DELETE', '/v2.1/talks/1', 204, { gone: true })])).toEqual([
      'DELETE /v2.1/talks/1 answers with a body',
    ]);
  });

  it('and would find an error that is none of v2.1, also where there is no such path', () => {
    for (const path of ['/v2.1/languages/1', '/v2.1/nothing']) {
      expect(undescribedIn([exchange('GET', path, 404, ['One', 'Two'])])).toEqual([
        `GET ${path} the answer must NOT have more than 1 items`,
      ]);
    }
  });
});
