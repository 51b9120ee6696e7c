import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  button,
  fitsNarrowScreen,
  logIn,
  mailedLinks,
  mailedPath,
  outcome,
  PASSWORD,
  register,
  savePictures,
  stranger,
} from './account-steps.js';
import { allProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline, serviceUrl } from './offline-browser.js';

const NEW_PASSWORD = 'battery staple';

let browser: Browser;

beforeAll(async () => {
  browser = await launchOfflineBrowser();
});

afterAll(async () => {
  await browser.close();
});

const disclosure = (page: Page) => page.locator('details');
const isOpen = (page: Page) => disclosure(page).evaluate((element) => element.hasAttribute('open'));

describe('The account pages, in a browser that reaches no other host', () => {
  it('verify an address when the button is pressed, and not before', async () => {
    const person = await register();
    const path = await mailedPath(person, 'welcome');
    const { context, page, foreignRequests, errors } = await openOffline(browser, path);
    await button(page, 'Verify my address').waitFor();
    await savePictures(page, 'verification');
    const address = page.url();
    const fits = await fitsNarrowScreen(page);
    const loaded = await logIn(person.username, PASSWORD);
    await page.reload();
    await button(page, 'Verify my address').click();
    await outcome(page).waitFor();
    await savePictures(page, 'verification-done');

    const said = await outcome(page).innerText();
    const focused = await outcome(page).evaluate((element) => element.matches(':focus'));
    const verified = await logIn(person.username, PASSWORD);
    await context.close();

    expect({ address, fits, loaded, verified, said, focused }).toEqual({
      address: new URL('/user/verification', serviceUrl()).href,
      fits: true,
      loaded: 401,
      verified: 200,
      said: 'Your address is verified. You can log in now.\n\nHow to log in',
      focused: true,
    });
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('show the error of an invalid token, and offer a new mail', async () => {
    const person = await register();
    await mailedLinks(person, 'welcome');
    const { context, page, foreignRequests } = await openOffline(browser, '/user/verification?token=made-up');
    await button(page, 'Verify my address').click();
    await outcome(page).waitFor();
    const refusal = await outcome(page).locator('.failed').innerText();
    const open = await isOpen(page);
    await savePictures(page, 'verification-failed');

    await page.getByLabel('E-mail address of your account').fill(person.email);
    await button(page, 'Send me a new link').click();
    await page.getByText('a mail is on its way').waitFor();
    const mails = await mailedLinks(person, 'welcome', 2);
    await savePictures(page, 'verification-asked');
    await context.close();

    expect({ refusal, open, mails: mails.length }).toEqual({ refusal: 'Verification failed.', open: true, mails: 2 });
    expect(foreignRequests).toEqual([]);
  });

  it('set a new password by the mail that they request', async () => {
    const person = await register();
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/user/login');
    await savePictures(page, 'login');
    await page.getByRole('link', { name: 'I have forgotten my password' }).click();
    await page.getByLabel('Your username').fill(person.username);
    await savePictures(page, 'new-password-ask');
    await button(page, 'Send me a new link').click();
    await page.getByText('a mail is on its way').waitFor();
    await page.goto(new URL(await mailedPath(person, 'password_reset'), serviceUrl()).href);
    const password = page.getByLabel('New password');
    await password.fill(NEW_PASSWORD);
    await savePictures(page, 'new-password');
    await button(page, 'Show the password').click();
    const shown = await password.getAttribute('type');
    await button(page, 'Hide the password').click();
    const hidden = await password.getAttribute('type');
    const address = page.url();
    const fits = await fitsNarrowScreen(page);
    await button(page, 'Set the password').click();
    await outcome(page).waitFor();
    await savePictures(page, 'new-password-done');

    const said = await outcome(page).innerText();
    const logins = [await logIn(person.username, PASSWORD), await logIn(person.username, NEW_PASSWORD)];
    await context.close();

    expect({ shown, hidden, address, fits, said, logins }).toEqual({
      shown: 'text',
      hidden: 'password',
      address: new URL('/user/new-password', serviceUrl()).href,
      fits: true,
      said: 'Your password has been changed. Log in with it from now on.\n\nHow to log in',
      logins: [403, 200],
    });
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('mark an invalid password, and offer a new mail for an invalid token', async () => {
    const { context, page } = await openOffline(browser, '/user/new-password?token=made-up');
    const password = page.getByLabel('New password');
    const state = async () => ({
      sentence: await outcome(page).locator('.failed').innerText(),
      invalid: await password.getAttribute('aria-invalid'),
      open: await isOpen(page),
    });
    // More than a kilobyte, which browsers allow.
    await password.fill('x'.repeat(2_000));
    await button(page, 'Set the password').click();
    await outcome(page).waitFor();
    const tooLong = await state();
    await savePictures(page, 'new-password-wrong');
    await password.fill(NEW_PASSWORD);
    await button(page, 'Set the password').click();
    await page.getByText('The link has expired').waitFor();
    const unknown = await state();
    await context.close();

    expect([tooLong, unknown]).toEqual([
      { sentence: 'Passwords must be at most 1024 bytes long.', invalid: 'true', open: false },
      { sentence: 'Password could not be reset.', invalid: 'false', open: true },
    ]);
  });

  it.each(['/user/login', '/user/new-password?token=made-up', '/user/verification'])(
    'have no serious accessibility problem: %s',
    async (path) => {
      const { context, page } = await openOffline(browser, path);
      for (const hidden of await page.locator('details:not([open]) summary').all()) await hidden.click();
      const light = await allProblems(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await allProblems(page);
      await context.close();
      expect({ light, dark }).toEqual({ light: [], dark: [] });
    },
  );

  it('mail a forgotten username', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, '/user/new-password');
    await page.getByRole('link', { name: 'I have forgotten my username' }).click();
    await page.getByLabel('E-mail address of your account').fill(stranger().email);
    await savePictures(page, 'login-open');
    await button(page, 'Mail me my username').click();
    await outcome(page).waitFor();

    const said = await outcome(page).innerText();
    await context.close();

    expect(said).toBe(
      'Thank you. If there is an account with this address, a mail is on its way. Check your spam folder too.',
    );
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('report an unreachable service, and allow a retry', async () => {
    const { context, page } = await openOffline(browser, '/user/login');
    await page.getByText('I have forgotten my username').click();
    await page.getByLabel('E-mail address of your account').fill(stranger().email);
    await context.setOffline(true);
    await button(page, 'Mail me my username').click();
    await outcome(page).waitFor();
    const offline = await outcome(page).innerText();
    await context.setOffline(false);
    await button(page, 'Mail me my username').click();
    await page.getByText('a mail is on its way').waitFor();
    await context.close();

    expect(offline).toBe('The service could not be reached. Please try again.');
  });

  it('require scripts, and show no form without them', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(new URL('/user/new-password?token=made-up', serviceUrl()).href);
    const said = await page.locator('main').innerText();
    await context.close();

    expect(said).toBe(
      'Choose a new password\n\nThis page needs JavaScript. Please enable it for this site, or use another browser.',
    );
  });
});
