import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRouter } from '../../src/http/rows/router.js';
import { routes } from '../../rest-facade/nouns/routes.js';
import { loadShowcase, saveInFolder } from '../../src/demo/index.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, type Json } from './ask.js';

const AT_ONCE = 8;
const find = createRouter(routes);

/** The member with the records of each kind of GET. */
const roots: [pattern: RegExp, root: string][] = [
  [/^\/(v2\.1)?$/, 'events'],
  [/\/reported$/, 'reports'],
  [/\/talk_comments\/?$|\/comments$|_comments\/\d+$/, 'comments'],
  [/\/talks\/?$|\/talks\/\d+$/, 'talks'],
  [/\/tracks$|\/tracks\/\d+$/, 'tracks'],
  [/\/attendees$|\/users\/\d+$/, 'users'],
  [/\/attending$/, 'is_attending'],
  [/\/starred$/, 'has_starred'],
  [/\/(hosts|images|claims|speakers)$/, ''],
  [/\/events$|\/events\/\d+$|\/(attended|hosted)\/$/, 'events'],
];
function rootOf(path: string): string {
  const root = roots.find(([pattern]) => pattern.test(path))?.[1];
  return root === '' ? (path.split('/').at(-1) ?? '') : (root ?? `no link leads to ${path}`);
}

/** Every URL in a document that a client would follow. */
function linksIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    return /(^|_)uri$|^(next|prev|this)_page$|^url$|^(hot-|upcoming-|past-)?events$|^open-cfps$/.test(key)
      ? [value]
      : [];
  }
  if (Array.isArray(value)) return value.flatMap((item) => linksIn(item));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Json).flatMap(([name, member]) => linksIn(member, name));
}

/** A reported comment is hidden (contract §3.8): its own URLs, in the report, return 404. */
function hiddenIn({ reports }: Json): string[] {
  if (!Array.isArray(reports)) return [];
  const own = ['uri', 'verbose_uri', 'comment_uri', 'verbose_comment_uri'];
  return (reports as { comment: Json }[]).flatMap(({ comment }) => own.map((name) => String(comment[name])));
}

interface Walk {
  readonly visited: number;
  readonly wrong: string[];
  readonly kinds: Set<string>;
}

describe.each([undefined, 'https://conferences.example.org/site'])('a walk with WEBSITE_URL %s', (website) => {
  let service: TestService;
  let folder: string;
  let admin: string;
  const hidden = new Set<string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-walk-'));
    service = await startService({ DATA_DIR: folder, ...(website && { WEBSITE_URL: website }) });
    const { pool } = service.database;
    const client = await pool.connect();
    try {
      const options = {
        now: new Date(),
        saveImages: saveInFolder(join(folder, 'images')),
        secretKey: Buffer.alloc(32, 7),
      };
      await loadShowcase(client, { ...options, password: (username) => `${username}-password` });
    } finally {
      client.release();
    }
    const { rows } = await pool.query<{ id: string }>(`select id from users where username = 'admin'`);
    admin = await make.createToken(pool, rows[0]?.id ?? '');
  }, 240_000);
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  /** The problem of the response at a URL (undefined if it is correct), and the links of its body. */
  async function visit(
    address: string,
    token: string | undefined,
  ): Promise<{ wrong?: string; links: string[]; kind: string }> {
    const { pathname, searchParams } = new URL(address);
    const { status, headers, text } = await ask(service, address, { token });
    const said = `${status} at ${address}`;
    if (pathname.startsWith('/images/')) {
      const isImage = status === 200 && (headers.get('content-type') ?? '').startsWith('image/');
      return { ...(!isImage && { wrong: said }), links: [], kind: 'image' };
    }
    if (pathname.startsWith('/feeds/') || pathname.startsWith('/feedback/')) {
      return { ...(status !== 200 && { wrong: said }), links: [], kind: 'feed' };
    }
    const [, page] = /^\/(event|e|talk|user)\//.exec(pathname) ?? [];
    if (page !== undefined) {
      const isPage = status === 200 && headers.get('content-type') === 'text/html; charset=utf-8';
      const targets = [...text.matchAll(/<a href="(\/[^"]*)"/g)].map(([, target = '']) => service.base + target);
      return { ...(!isPage && { wrong: said }), links: targets, kind: `page ${page}` };
    }
    // Trailing slashes never matter.
    const found = find('GET', pathname.replace(/\/+$/, '') || '/');
    if (!found || 'status' in found) {
      const allow = found?.headers['Allow'];
      const refused = (status === 405 || status === 401) && headers.get('allow') === allow;
      return { ...(!refused && { wrong: said }), links: [], kind: `no GET: ${allow}` };
    }
    const { row } = found;
    if (hidden.has(address)) return { ...(status !== 404 && { wrong: said }), links: [], kind: 'hidden' };
    if (status !== 200) return { wrong: said, links: [], kind: row.path };
    if (searchParams.get('format') === 'html') {
      const isPage = headers.get('content-type') === 'text/html; charset=utf8';
      return { ...(!isPage && { wrong: said }), links: [address.replace('?format=html', '')], kind: 'HTML' };
    }
    const body = bodyOf({ text });
    for (const own of hiddenIn(body)) hidden.add(own);
    const [first] = Object.keys(body);
    const documented = first === rootOf(pathname);
    return { ...(!documented && { wrong: `${String(first)} in ${said}` }), links: linksIn(body), kind: row.path };
  }

  async function walk(token?: string): Promise<Walk> {
    const seen = new Set([`${service.base}/`]);
    const queue = [...seen];
    const [wrong, kinds]: [string[], Set<string>] = [[], new Set()];
    while (queue.length > 0) {
      const answers = await Promise.all(queue.splice(0, AT_ONCE).map((address) => visit(address, token)));
      for (const answer of answers) {
        kinds.add(answer.kind);
        if (answer.wrong) wrong.push(answer.wrong);
        for (const link of answer.links) {
          if (seen.has(link)) continue;
          seen.add(link);
          if (link.startsWith(`${service.base}/`)) queue.push(link);
          else if (!website || !link.startsWith(`${website}/`)) wrong.push(`${link} leads away`);
        }
      }
    }
    return { visited: seen.size, wrong, kinds };
  }

  // Links to the website do not depend on the viewer: one walk is enough if it is elsewhere.
  it.each(website ? ['anonymous'] : ['anonymous', 'admin'])(
    'from the landing page as %s finds only rows with documented responses',
    async (who) => {
      const { visited, wrong, kinds } = await walk(who === 'admin' ? admin : undefined);
      expect(wrong).toEqual([]);
      expect(visited).toBeGreaterThan(1000);
      const reached = [...kinds].sort();
      expect(reached).toEqual(expect.arrayContaining(['image', '/v2.1/users/:userId/hosted', '/v2.1/tracks/:trackId']));
      expect(reached.filter((kind) => kind.startsWith('page '))).toEqual(
        website ? [] : ['page e', 'page event', 'page talk', 'page user'],
      );
      expect(reached.includes('/v2.1/events/:eventId/claims')).toBe(who === 'admin');
      expect(reached.includes('/v2.1/events/:eventId/talk_comments/reported')).toBe(who === 'admin');
      expect(reached.includes('hidden')).toBe(who === 'admin');
    },
  );
});
