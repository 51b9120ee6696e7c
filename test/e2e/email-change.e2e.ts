import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  button,
  fitsNarrowScreen,
  logIn,
  mailedPath,
  outcome,
  PASSWORD,
  post,
  register,
  savePictures,
} from './account-steps.js';
import { allProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline, serviceUrl } from './offline-browser.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchOfflineBrowser();
});
afterAll(() => browser.close());

const bearer = async (username: string): Promise<string> => {
  const client = { client_id: 'demo', client_secret: 'demo-secret' };
  const response = await post('/v2.1/token', { grant_type: 'password', username, password: PASSWORD, ...client });
  return ((await response.json()) as { access_token: string }).access_token;
};

/** The account, read with its own token; null without a valid token. */
async function viewer(token: string): Promise<unknown> {
  const response = await fetch(new URL('/graphql', serviceUrl()), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ viewer { email pendingEmail } }' }),
  });
  return ((await response.json()) as { data: { viewer: unknown } }).data.viewer;
}

/** A verified account that has requested a new address. */
async function request(password?: string) {
  const person = await register();
  const token = new URL(await mailedPath(person, 'welcome'), serviceUrl()).searchParams.get('token');
  await post('/v2.1/users/verifications', { token });
  const bearerToken = await bearer(person.username);
  const users = await fetch(new URL(`/v2.1/users?username=${person.username}`, serviceUrl()));
  const { uri } = ((await users.json()) as { users: [{ uri: string }] }).users[0];
  const next = { email: person.email.replace('example.org', 'example.net') };
  const { status } = await fetch(uri, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearerToken}` },
    body: JSON.stringify({ full_name: 'A Reader', ...next, old_password: password }),
  });
  expect(status).toBe(204);
  return { person, next, token: bearerToken };
}

async function press(path: string, name: string, picture: string) {
  const { context, page, foreignRequests, errors } = await openOffline(browser, path);
  await button(page, name).waitFor();
  await savePictures(page, picture);
  const fits = await fitsNarrowScreen(page);
  const address = page.url();
  await button(page, name).click();
  await outcome(page).waitFor();
  await savePictures(page, `${picture}-done`);
  const said = await outcome(page).innerText();
  await context.close();
  expect({ fits, foreignRequests, errors }).toEqual({ fits: true, foreignRequests: [], errors: [] });
  expect(address).not.toContain('token');
  return said;
}

const CHANGED = 'Your address has changed. Mails about your account go to the new one.';

describe('The pages about a new e-mail address', () => {
  it('change nothing when opened, and the address when both buttons are pressed', async () => {
    const { person, next, token } = await request();
    const confirm = await mailedPath(next, 'email_change_confirmation');
    const authorise = await mailedPath(person, 'email_change_authorisation', '/authorise');
    // Mail scanners follow links.
    for (const path of [confirm, authorise]) await (await openOffline(browser, path)).context.close();
    expect(await viewer(token)).toEqual({ email: person.email, pendingEmail: next.email });

    expect(await press(confirm, 'Use this address', 'email-change-confirm')).toBe(
      'This address is confirmed. One step is left: open the link in the mail to your current address. Until then it stays your address.',
    );
    expect(await viewer(token)).toEqual({ email: person.email, pendingEmail: next.email });
    expect(await press(authorise, 'Allow the change', 'email-change-authorise')).toBe(CHANGED);
    expect(await viewer(token)).toEqual({ email: next.email, pendingEmail: null });
  });

  it('need one button if the password was sent', async () => {
    const { next, token } = await request(PASSWORD);
    const confirm = await mailedPath(next, 'email_change_confirmation');
    expect(await press(confirm, 'Use this address', 'email-change-confirm-password')).toBe(CHANGED);
    expect(await viewer(token)).toEqual({ email: next.email, pendingEmail: null });
  });

  it('cancel the change and log out everywhere; the links are then rejected', async () => {
    const { person, next, token } = await request(PASSWORD);
    const confirm = await mailedPath(next, 'email_change_confirmation');
    const cancel = await mailedPath(person, 'email_change_notice', '/cancel');
    expect(await press(cancel, 'Keep my address', 'email-change-cancel')).toBe(
      'Your address stays as it is. Every device is logged out.\n\n' +
        'If you did not request the change, choose a new password: whoever requested it may know yours. Choose a new password',
    );
    expect([await viewer(token), await logIn(person.username, PASSWORD)]).toEqual([null, 200]);
    const { context, page } = await openOffline(browser, confirm);
    await button(page, 'Use this address').click();
    await outcome(page).waitFor();
    await savePictures(page, 'email-change-failed');
    const said = await outcome(page).innerText();
    await context.close();
    expect(said).toBe(
      'The email address could not be changed.\n\n' +
        'The link has expired, was already used, or the change was cancelled. You can request the change again.',
    );
  });

  it.each(['confirm', 'authorise', 'cancel'])('are accessible, with and without a token: %s', async (step) => {
    for (const query of ['?token=made-up', '']) {
      const { context, page } = await openOffline(browser, `/user/email-change/${step}${query}`);
      const light = await allProblems(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await allProblems(page);
      if (!query) await savePictures(page, `email-change-${step}-incomplete`);
      await context.close();
      expect({ light, dark }).toEqual({ light: [], dark: [] });
    }
  });
});
