import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createHostileRecords, MARKUP, SCRIPT_URL } from './hostile-texts.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await createHostileRecords(service.database.pool);
});
afterAll(() => service.stop());

/** Elements and attributes that a hostile text would add. */
const HOSTILE = /<script>|<img src=x|onerror=alert\(1\)>|<\/title><|href="javascript:/;

describe('Pages of records with hostile texts', () => {
  it.each([
    // The name, location, description, tag, host, track and room, and the talk in the programme and in `now`.
    ['/event/hostile', 12],
    ['/e/hostile', 12],
    ['/talk/hostile', 12],
    ['/feedback/hostile', 4],
    ['/user/hostile', 6],
  ])('%s escapes each of them, and links to HTTP only', async (path, times) => {
    const response = await fetch(service.base + path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).not.toMatch(HOSTILE);
    expect(html).not.toContain(SCRIPT_URL);
    const escaped = MARKUP.replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&#34;')
      .replaceAll("'", '&#39;');
    expect(html.split(escaped).length - 1).toBeGreaterThanOrEqual(times);
    expect(html.match(/<script/g)?.length ?? 0).toBe(/feedback|talk/.test(path) ? 1 : 0);
  });

  it('have a policy that admits no other script, and images of other origins only where one is shown', async () => {
    const policyOf = async (path: string) =>
      (await fetch(service.base + path)).headers.get('content-security-policy') ?? '';
    const event = await policyOf('/event/hostile');
    expect(event).toContain("default-src 'none'; script-src 'self';");
    expect(event).toContain("img-src 'self' https://images.example.org;");
    expect(await policyOf('/talk/hostile')).toContain("img-src 'self';");
  });

  it('show no image whose host would add a directive to the policy', async () => {
    const location = 'https://images.example.org;sandbox/image.png';
    const images = JSON.stringify([{ kind: 'ORIGINAL', location, width: 140, height: 140 }]);
    await make.createEvent(service.database.pool, { slug: 'directive', images });
    const response = await fetch(`${service.base}/event/directive`);
    expect(response.headers.get('content-security-policy')).toContain("img-src 'self'; connect-src 'self';");
    expect(await response.text()).not.toContain('class="logo"');
  });
});
