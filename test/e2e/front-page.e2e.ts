import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { widthsThatScroll } from './fits.js';
import { allProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline } from './offline-browser.js';
import { renewPicture, savePicture } from './picture.js';

let browser: Browser;

beforeAll(async () => {
  browser = await launchOfflineBrowser();
});

afterAll(async () => {
  await browser.close();
});

describe('The front page, in a browser that reaches no other host', () => {
  it('describes the service and its status, accessibly on every screen, in light and dark', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/');
    const heading = await page.locator('h1').innerText();
    const state = await page.locator('header p').innerText();
    const wide = await widthsThatScroll(page);
    const light = await allProblems(page);
    await renewPicture(page, 'front-page.png');
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await allProblems(page);
    await savePicture(page, 'front-page-dark.png');
    await context.close();

    expect({ heading, state }).toEqual({
      heading: 'Feedback for conferences',
      state: expect.stringMatching(/^Ready · version \d+\.\d+\.\d+$/),
    });
    expect({ wide, light, dark, foreignRequests, errors }).toEqual({
      ...{ wide: [], light: [], dark: [], foreignRequests: [], errors: [] },
    });
  });

  it('supports keyboard navigation with visible focus, from the playground to the collections', async () => {
    const { context, page } = await openOffline(browser, '/');
    const steps: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press('Tab');
      steps.push(await page.evaluate<string>('document.activeElement.textContent'));
      expect(await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/v2\.1\/events/);
    const arrived = await page.locator('h1').innerText();
    await context.close();

    expect({ steps, arrived }).toEqual({
      steps: ['Open the playground', 'API reference', 'Browse v2.1', 'Hot events'],
      arrived: 'Events',
    });
  });

  it('works without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(new URL('/', process.env['LECTERN_URL']).href);
    await page.getByRole('link', { name: 'Upcoming events' }).click();
    const arrived = await page.locator('h1').innerText();
    await context.close();
    expect(arrived).toBe('Events');
  });
});
