import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { widthsThatScroll } from './fits.js';
import { graveProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline, serviceUrl } from './offline-browser.js';
import { renewPicture, savePicture } from './picture.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchOfflineBrowser();
});
afterAll(() => browser.close());

/** Opens an operation of the reference. */
async function openOperation(page: Page, id: string) {
  const operation = page.locator(`[id^="operations-"][id$="-${id}"]`);
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.opblock-body').waitFor();
  return operation;
}

describe('The API reference, in a browser that reaches no other host', () => {
  it('opens at /docs, shows every kind of operation, and links to the playground', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/docs');
    const operation = await openOperation(page, 'EventRecord');
    await operation.getByText('The same in GraphQL').click();
    const text = await operation.locator('.graph pre').innerText();
    const link = await operation.getByRole('link', { name: 'Open it in the playground' }).getAttribute('href');
    const tags = await page.locator('h3.opblock-tag').count();
    await page.evaluate('scrollTo(0, 0)');
    await renewPicture(page, 'reference.png');
    await context.close();

    expect(text).toContain('query EventRecord($id: ID!, $verbose: Boolean!)');
    expect(link).toMatch(/^\/graphql\?operation=EventRecord&variables=/);
    expect({ tags, foreignRequests, errors }).toEqual({ tags: 12, foreignRequests: [], errors: [] });
  });

  it('tries an operation against this service, with a token', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/docs');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByLabel('auth-bearer-value').fill('not-a-token');
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.btn-done').click();
    const operation = await openOperation(page, 'LanguageRecord');
    await operation.getByRole('button', { name: /try it out/i }).click();
    const sent = page.waitForRequest((request) => request.url().endsWith('/v2.1/languages/1'));
    await operation.getByRole('button', { name: /execute/i }).click();
    const headers = (await sent).headers();
    const status = await operation.locator('.live-responses-table .response .response-col_status').first().innerText();
    await context.close();

    expect([headers['authorization'], status.trim()]).toEqual(['Bearer not-a-token', '200']);
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('shows a closed lock where a login is required, and an open one where it is optional', async () => {
    const { context, page, errors } = await openOffline(browser, '/docs');
    const lockOf = async (id: string) => {
      const lock = page.locator(`[id^="operations-"][id$="-${id}"] .authorization__btn`);
      return [await lock.getAttribute('aria-label'), await lock.locator('svg').getAttribute('class')];
    };
    await page.locator('#operations-Events-EventCollection .authorization__btn').waitFor();
    const locks = [await lockOf('EventCollection'), await lockOf('SubmitEvent')];
    await context.close();

    expect(locks).toEqual([
      ['Login optional', 'unlocked'],
      ['Login required', 'locked'],
    ]);
    expect(errors).toEqual([]);
  });

  it('logs in by password, and sends the token with each request', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/docs');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const form = page.locator('form.login');
    await form.getByLabel('Username').fill('attendee');
    await form.getByLabel('Password').fill('wrong');
    await form.getByLabel('Application key').fill('demo');
    await form.getByLabel('Application secret').fill('demo-secret');
    await form.getByRole('button').click();
    const refusal = await form.getByRole('alert').filter({ hasText: /\S/ }).innerText();
    await form.getByLabel('Password').fill('lectern-demo');
    await form.getByRole('button').click();
    await page.getByRole('button', { name: 'Remove authorization' }).waitFor();
    await savePicture(page, 'reference-logged-in.png');
    await page.locator('.btn-done').click();
    const operation = await openOperation(page, 'LanguageRecord');
    await operation.getByRole('button', { name: /try it out/i }).click();
    const sent = page.waitForRequest((request) => request.url().endsWith('/v2.1/languages/1'));
    await operation.getByRole('button', { name: /execute/i }).click();
    const { authorization } = (await sent).headers();
    await context.close();

    expect(refusal).toBe('Signin failed');
    expect(authorization).toMatch(/^Bearer lec_/);
    expect(foreignRequests).toEqual([]);
    expect(errors.filter((text) => !text.includes('401') && !text.includes('403'))).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'has no serious accessibility problem, and fits a phone: %s',
    async (colorScheme) => {
      const { context, page, errors } = await openOffline(browser, '/docs');
      await page.emulateMedia({ colorScheme });
      await openOperation(page, 'EventTalks');
      const operation = await openOperation(page, 'AddTalk');
      await operation.getByText('The same in GraphQL').click();
      const found = await graveProblems(page);
      const wide = await widthsThatScroll(page);
      await page.setViewportSize({ width: 360, height: 800 });
      await savePicture(page, `reference-phone-${colorScheme}.png`);
      await context.close();

      expect({ found, wide, errors }).toEqual({ found: [], wide: [], errors: [] });
    },
  );

  it('links to the document for programs', async () => {
    const response = await fetch(new URL('/v2.1/openapi.json', serviceUrl()));
    expect(((await response.json()) as { openapi: string }).openapi).toBe('3.1.0');
  });
});
