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

describe('the end of every test run validates all responses by the OpenAPI document', () => {
  it('and reports nothing for documented responses', () => {
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

  it('and reports an undocumented member, a missing one, and one of another type', () => {
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

  it('and reports an undocumented status or body', () => {
    expect(undescribedIn([exchange('GET', '/v2.1/languages/1', 418, ['I am a teapot'])])).toEqual([
      'GET /v2.1/languages/1 returns 418',
    ]);
    expect(undescribedIn([exchange('DELETE', '/v2.1/talks/1', 204, { gone: true })])).toEqual([
      'DELETE /v2.1/talks/1 returns a body',
    ]);
  });

  it('and reports an error that is not in the v2.1 format, also for an unknown path', () => {
    for (const path of ['/v2.1/languages/1', '/v2.1/nothing']) {
      expect(undescribedIn([exchange('GET', path, 404, ['One', 'Two'])])).toEqual([
        `GET ${path} the answer must NOT have more than 1 items`,
      ]);
    }
  });
});
