import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** A page that can reach only one service, with a record of its requests and errors. */
export interface OfflinePage {
  context: BrowserContext;
  page: Page;
  /** Requested URLs of other hosts; each was blocked. */
  foreignRequests: string[];
  /** `console.error` output and uncaught errors of the page. */
  errors: string[];
}

/** The service under test, from `LECTERN_URL`, such as `http://127.0.0.1:8080`. */
export function serviceUrl(): URL {
  const url = process.env['LECTERN_URL'];
  if (url === undefined) throw new Error('Set LECTERN_URL to the address of a running service.');
  return new URL(url);
}

/** Starts the Chromium at `CHROMIUM_PATH` (default: Debian's); only the service's host name resolves. */
export function launchOfflineBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${serviceUrl().hostname}`,
    ],
  });
}

/** Opens `path` of the service in a fresh profile of 1280 × 800. */
export async function openOffline(browser: Browser, path: string): Promise<OfflinePage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  const foreignRequests: string[] = [];
  const errors: string[] = [];
  await context.route(
    (url) => url.host !== serviceUrl().host,
    (route) => {
      foreignRequests.push(route.request().url());
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(new URL(path, serviceUrl()).href);
  return { context, page, foreignRequests, errors };
}
