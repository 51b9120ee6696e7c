import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../rest-facade/nouns/routes.js';
import paths from '../fixtures/paths.json' with { type: 'json' };
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf } from './ask.js';

const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/:\w+|\{\w+\}/g, '{}')}`;
const documented = paths.filter(({ now }) => now !== 'refused').map(nameOf);
const built = routes.map(nameOf);
const withIds = (path: string) => path.replace(/\{\w+\}/g, '1');

describe('the table of routes (contract §6)', () => {
  let service: TestService;
  beforeAll(async () => (service = await startService()));
  afterAll(() => service.stop());

  it('has a row for every documented method and path', () => {
    expect(documented.filter((name) => !built.includes(name))).toEqual([]);
  });

  it('has no undocumented row', () => {
    expect(built.filter((name) => !documented.includes(name))).toEqual([]);
  });

  it('has no duplicate row, and neither does its committed copy', () => {
    expect(built.length).toBe(new Set(built).size);
    expect(paths.length).toBe(new Set(paths.map(nameOf)).size);
  });

  it.each(paths.filter(({ now }) => now === 'unsupported'))(
    '$method $path is always an error',
    async ({ method, path }) => {
      const answer = await ask(service, path, { method, body: { client_id: 'x', client_secret: 'x', code: 'x' } });
      const site = path.includes('twitter') ? 'Twitter' : 'Facebook';
      expect([answer.status, bodyOf(answer)]).toEqual([501, [`Cannot login via ${site}`]]);
    },
  );

  it.each(paths.filter(({ method, now }) => method === 'GET' && now === 'answers').map(({ path }) => path))(
    'GET %s reaches its row: 200, the 404 of an unknown record, or 401',
    async (path) => {
      const answer = await ask(
        service,
        withIds(path)
          .replace('/talks', '/talks?title=x')
          .replace(/\?title=x(?=\/)/, ''),
      );
      const forUsers = /^\/v2\.1\/(?:token|applications)\b/.test(path);
      expect(forUsers ? [401] : [200, 404]).toContain(answer.status);
      if (answer.status === 404) expect(bodyOf(answer)).not.toEqual(['Endpoint not found']);
    },
  );

  it('rejects DELETE of an event with 405 (decisions no. 48)', async () => {
    const answer = await ask(service, '/v2.1/events/1', { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow'), answer.text]).toEqual([
      405,
      'GET, PUT, HEAD, OPTIONS',
      '["Method not supported"]',
    ]);
  });

  it.each([...new Set(paths.map(({ path }) => path))])('%s lists its methods in Allow', async (path) => {
    const methods = paths.filter((row) => row.path === path && row.now !== 'refused').map(({ method }) => method);
    const expected = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
    for (const method of ['OPTIONS', 'PATCH']) {
      const answer = await ask(service, withIds(path), { method });
      expect(answer.status).toBe(method === 'OPTIONS' ? 204 : 405);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(expected);
    }
  });
});
