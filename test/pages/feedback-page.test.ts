import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const MARKUP = '<script>alert(1)</script>';

let service: TestService;
let talk: string;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const event = await make.createEvent(pool, { name: `${MARKUP} Days` });
  talk = await make.createTalk(pool, event, { title: `${MARKUP} & more`, stub: 'abcde', starts_at: new Date() });
  await make.createSpeaker(pool, event, talk, { display_name: MARKUP });
});
afterAll(() => service.stop());

const request = (path: string) => fetch(`${service.base}${path}`);

it('a feedback page escapes all texts, and admits no script but its own', async () => {
  const response = await request('/feedback/ABCDE');
  const page = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page).not.toContain(MARKUP);
  expect(page).toContain(`<form data-talk="${talk}" data-names="PUBLIC">`);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  for (const [, path = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect([path, (await request(path)).status]).toEqual([path, 200]);
  }
});

it('the page of a talk that accepts no feedback has no form', async () => {
  await service.database.pool.query("update talks set starts_at = now() - interval '100 days' where id = $1", [talk]);
  const page = await (await request('/feedback/abcde')).text();
  expect(page).toContain('Feedback on this talk is not open');
  expect(page).not.toContain('<form');
});

it('an unknown talk is a page for people, and an unknown code is not', async () => {
  const page = await request('/feedback/none');
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('There is no such page');
  const code = await request('/feedback/none.svg');
  expect([code.status, await code.text()]).toEqual([404, 'There is no such feed.\n']);
});
