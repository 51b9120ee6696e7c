import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { button, fitsNarrowScreen, savePictures } from './account-steps.js';
import { allProblems } from './judged-by-axe.js';
import { launchOfflineBrowser, openOffline, serviceUrl } from './offline-browser.js';

/** A page of the service that runs only its own scripts. */
const PAGE = '/user/login';

let browser: Browser;
let login: { readonly username: string; readonly password: string };
beforeAll(async () => {
  browser = await launchOfflineBrowser();
  const about = await fetch(new URL('/graphql/assets/about.json', serviceUrl()));
  const { demo } = (await about.json()) as {
    demo: { readonly password: string; readonly accounts: readonly { readonly username: string }[] };
  };
  login = { username: demo.accounts.at(-1)?.username ?? '', password: demo.password };
});
afterAll(() => browser.close());

const href = (path: string) => new URL(path, serviceUrl()).href;

/** Runs an expression on the page, in which `session` is the module. */
const withSession = <Value>(page: Page, expression: string): Promise<Value> =>
  page.evaluate(`import('/pages/session.js').then((session) => ${expression})`);

/** Opens the login form by `session.js`. */
async function openForm(page: Page, returnTo: string): Promise<void> {
  await withSession(page, `session.logIn(${JSON.stringify(returnTo)})`);
  await button(page, 'Log in').waitFor();
}

async function submitForm(page: Page, password = login.password): Promise<void> {
  await page.getByLabel('Username').fill(login.username);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Log in').click();
}

interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
}

const storedSession = (page: Page): Promise<Session> =>
  page.evaluate("JSON.parse(sessionStorage.getItem('lectern.session'))");

const storeSession = (page: Page, session: Session): Promise<void> =>
  page.evaluate(`sessionStorage.setItem('lectern.session', ${JSON.stringify(JSON.stringify(session))})`);

const statusOf = (page: Page) => page.getByRole('status').innerText();

describe('A page of the service, in a browser that reaches no other host', () => {
  it('logs in by session.js, reads the viewer, and logs out', async () => {
    const { context, page, foreignRequests, errors } = await openOffline(browser, PAGE);
    const before = await withSession(page, 'session.accessToken()');
    await openForm(page, `${PAGE}?from=test#email`);
    await submitForm(page);
    await page.waitForURL(href(`${PAGE}?from=test#email`));

    const token = await withSession<string>(page, 'session.accessToken()');
    const viewer = await withSession(page, "session.graph('{ viewer { username } }')");
    await withSession(page, 'session.logOut()');
    const after = await withSession(page, "session.graph('{ viewer { username } }')");
    const revoked = await fetch(href('/v2.1/events?filter=pending'), { headers: { Authorization: `Bearer ${token}` } });
    const stored = await page.evaluate('Object.keys(sessionStorage)');
    await context.close();

    expect({ before, viewer, after, stored, revoked: revoked.status }).toEqual({
      before: null,
      viewer: { viewer: { username: login.username } },
      after: { viewer: null },
      stored: [],
      revoked: 401,
    });
    expect(token).toMatch(/^lec_/);
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  });

  it('logs in by keyboard, after a wrong password', async () => {
    const { context, page } = await openOffline(browser, PAGE);
    await openForm(page, PAGE);
    await page.keyboard.type(login.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    const problem = await page.getByRole('alert').innerText();
    const kept = await page.getByLabel('Username').inputValue();
    await savePictures(page, 'authorize-failed');
    await page.keyboard.press('Tab');
    await page.keyboard.type(login.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(href(PAGE));
    const viewer = await withSession(page, "session.graph('{ viewer { username } }')");
    await context.close();

    expect({ problem, kept, viewer }).toEqual({
      problem: 'The username or the password is wrong.',
      kept: login.username,
      viewer: { viewer: { username: login.username } },
    });
  });

  it('renews an expired token once, also for concurrent operations, and ends a login that cannot be renewed', async () => {
    const { context, page, errors } = await openOffline(browser, PAGE);
    await openForm(page, PAGE);
    await submitForm(page);
    await page.waitForURL(href(PAGE));
    const first = await storedSession(page);
    await storeSession(page, { ...first, expiresAt: Date.now() - 1000 });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const query = "session.graph('{ viewer { username } }')";
    const viewers = await withSession(page, `Promise.all([${query}, ${query}, ${query}])`);
    const renewals = requests.filter((path) => path === '/token');
    const second = await storedSession(page);
    // As after a lost response, or in another tab.
    await storeSession(page, { ...first, expiresAt: Date.now() - 1000 });
    await withSession(page, query);
    const repeated = await storedSession(page);
    await storeSession(page, { ...second, refreshToken: `${second.refreshToken}x`, expiresAt: Date.now() - 1000 });
    const after = await withSession(page, `session.accessToken().then((token) => [token, session.isLoggedIn()])`);
    await context.close();

    const viewer = { viewer: { username: login.username } };
    expect(viewers).toEqual([viewer, viewer, viewer]);
    expect(renewals).toHaveLength(1);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(repeated.refreshToken).toBe(second.refreshToken);
    expect(after).toEqual([null, false]);
    expect(errors).toEqual([expect.stringContaining('400')]);
  });

  it('forgets a token that the service rejects', async () => {
    const { context, page } = await openOffline(browser, PAGE);
    const secret = `lec_${'x'.repeat(43)}`;
    await storeSession(page, { token: secret, refreshToken: secret, expiresAt: Date.now() + 3_600_000 });
    const error = await withSession(
      page,
      "session.graph('{ accessTokens { totalCount } }').catch(({ name, code }) => ({ name, code }))",
    );
    const after = await withSession(page, 'session.accessToken()');
    await context.close();

    expect({ error, after }).toEqual({ error: { name: 'GraphError', code: 'UNAUTHENTICATED' }, after: null });
  });

  it.each(['https://evil.example/', '//evil.example/', String.raw`/\evil.example`, 'javascript:alert(1)', 'http://['])(
    'returns to itself, and never to %s',
    async (address) => {
      const { context, page, foreignRequests } = await openOffline(browser, PAGE);
      await openForm(page, address);
      await submitForm(page);
      await page.waitForURL(href('/'));
      await context.close();

      expect(foreignRequests).toEqual([]);
    },
  );

  it('cancels the login', async () => {
    const { context, page } = await openOffline(browser, PAGE);
    await openForm(page, PAGE);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Back' }).waitFor();
    const said = await statusOf(page);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(href(PAGE));
    await context.close();

    expect(said).toBe('You are not logged in.\n\nBack');
  });

  it.each([
    ['another state', { state: 'forged' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer', { iss: undefined }],
  ])('rejects an answer with %s, without redeeming its code', async (_, forged) => {
    const { context, page } = await openOffline(browser, PAGE);
    await openForm(page, PAGE);
    const state = new URL(page.url()).searchParams.get('state') ?? '';
    const answer = Object.entries({ code: 'x'.repeat(43), state, iss: serviceUrl().origin, ...forged });
    const query = new URLSearchParams(answer.filter((pair): pair is [string, string] => pair[1] !== undefined));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(href(`/login?${query.toString()}`));
    await page.getByRole('link', { name: 'Back' }).waitFor();
    const [said, address] = [await statusOf(page), page.url()];
    await context.close();

    expect(said).toContain('This login was not started in this tab.');
    expect(address).toBe(href('/login'));
    expect(requests).not.toContain('/token');
  });

  it('takes the code out of the address before anything else', async () => {
    const { context, page } = await openOffline(browser, '/login?code=secret&state=x&error=constructor');
    await page.getByRole('link', { name: 'Back' }).waitFor();
    const address = page.url();
    await context.close();

    expect(address).toBe(href('/login'));
  });
});

describe('The login form', () => {
  it('fits narrow screens and has no serious accessibility problems', async () => {
    const { context, page, errors } = await openOffline(browser, PAGE);
    await openForm(page, PAGE);
    await savePictures(page, 'authorize');
    const fits = await fitsNarrowScreen(page);
    const problems = await allProblems(page);
    await context.close();

    expect({ fits, problems, errors }).toEqual({ fits: true, problems: [], errors: [] });
  });

  it('works without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const challenge = 'x'.repeat(43);
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: 'pages', redirect_uri: href('/login'), state: 'a\nb' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    });
    await page.goto(href(`/authorize?${query.toString()}`));
    await submitForm(page);
    await page.waitForURL(/\/login\?/);
    const answer = new URL(page.url()).searchParams;
    await context.close();

    expect([answer.get('state'), answer.get('code')]).toEqual(['a\nb', expect.stringMatching(/^[\w-]{43}$/)]);
  });

  it('is not shown in a frame of another origin', async () => {
    const { context, page } = await openOffline(browser, PAGE);
    await openForm(page, PAGE);
    const body = `<iframe src="${page.url().replaceAll('&', '&amp;')}"></iframe>`;
    const other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(body));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const foreign = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    await page.route(foreign, (route) => route.continue());
    const statuses: number[] = [];
    page.on('response', (response) => statuses.push(response.status()));
    // Until the frame has loaded.
    await page.goto(foreign);
    const framed = await Promise.all(page.frames().map((frame) => frame.locator('form').count()));
    await context.close();
    other.close();

    expect({ framed, statuses: statuses.slice(0, 2) }).toEqual({ framed: [0, 0], statuses: [200, 200] });
  });
});
