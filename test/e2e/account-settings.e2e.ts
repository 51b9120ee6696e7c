import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { button, mailedLinks, PASSWORD, post, register, savePictures, type Person } from './account-steps.js';
import { allProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline, type OfflinePage } from './offline-browser.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchOfflineBrowser();
});
afterAll(() => browser.close());

let person: Person;
let opened: OfflinePage;
beforeEach(async () => {
  person = await register();
  const [link] = await mailedLinks(person, 'welcome');
  await post('/v2.1/users/verifications', { token: link?.searchParams.get('token') });
  opened = await openOffline(browser, '/account');
  await logIn();
});
afterEach(() => opened.context.close());

async function logIn(): Promise<void> {
  const { page } = opened;
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Log in').click();
  await page.getByRole('heading', { name: 'Delete the account' }).waitFor();
}

describe('The page of the own account', () => {
  it('changes which mails come, and keeps the choice', async () => {
    const { page, errors, foreignRequests } = opened;
    const problems = await allProblems(page);
    await savePictures(page, 'account');
    await page.getByLabel('New feedback on my talks').selectOption('DAILY');
    await page.getByLabel('Claims to talks').uncheck();
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    const mode = await page.getByLabel('New feedback on my talks').inputValue();
    const claims = await page.getByLabel('Claims to talks').isChecked();
    const reports = await page.getByLabel('Reported comments of my events').isChecked();

    expect(problems).toEqual([]);
    expect([mode, claims, reports]).toEqual(['DAILY', false, true]);
    expect({ errors, foreignRequests }).toEqual({ errors: [], foreignRequests: [] });
  });

  it('ends a login, and offers a file with all data', async () => {
    const { page } = opened;
    await button(page, 'Create a file with my data').click();
    const downloads = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download my data' }).click();
    const download = await downloads;
    const file = await readFile(await download.path(), 'utf8');
    await button(page, 'End this login').click();
    await page.getByText('This login has ended.').waitFor();
    await page.reload();
    await page.getByLabel('Username').waitFor();

    expect(download.suggestedFilename()).toBe('account.json');
    expect((JSON.parse(file) as { account: { username: string } }).account.username).toBe(person.username);
  });

  it('deletes the account after a wrong and the right password, until the next login', async () => {
    const { page } = opened;
    await page.getByLabel('Your password').fill('wrong');
    await button(page, 'Delete my account').click();
    const refused = await page.locator('.failed').innerText();
    await page.getByLabel('Your password').fill(PASSWORD);
    await button(page, 'Delete my account').click();
    const said = await page.getByText('You are logged out.').innerText();
    const [link] = await mailedLinks(person, 'account_deletion');
    await page.goto(new URL('/account', page.url()).href);
    await logIn();

    expect(refused).toContain('incorrect');
    expect(said).toMatch(/^You are logged out\. Your account will be deleted on \d+ \w+ \d{4}\.$/);
    expect(link?.pathname).toBe('/user/login');
  });
});
