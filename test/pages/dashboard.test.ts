import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const request = (path: string, token?: string) =>
  fetch(service.base + path, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });

it('the dashboard is the same page for everyone, and loads only files of the service', async () => {
  const { pool } = service.database;
  const admin = await make.createUser(pool, { is_admin: true });
  await make.createEvent(pool, { status: 'PENDING', name: 'Secret Days' });
  const response = await request('/dashboard');
  const page = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  expect(await (await request('/dashboard?event=1', await make.createToken(pool, admin))).text()).toBe(page);
  for (const [, path = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect([path, (await request(path)).status]).toEqual([path, 200]);
  }
});

it('its script imports only modules that the service has, and parses no HTML', async () => {
  const seen = new Set(['dashboard']);
  for (const name of seen) {
    const response = await request(`/pages/${name}.js`);
    const script = await response.text();
    expect([name, response.status]).toEqual([name, 200]);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
    for (const [, imported = ''] of script.matchAll(/from '\.\/([\w-]+)\.js'/g)) seen.add(imported);
  }
  expect(seen.size).toBe(7);
});

it('reads it, but has no other method', async () => {
  const response = await fetch(`${service.base}/dashboard`, { method: 'POST' });
  expect([response.status, await response.text()]).toEqual([405, expect.stringContaining('Pages are read-only')]);
});
