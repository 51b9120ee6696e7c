import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createSpamCheck } from '../../src/adapters/spam/index.js';
import type { SpamCheckInput, SpamVerdict } from '../../src/core/ports.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';

afterEach(cleanUp);

const question: SpamCheckInput = {
  kind: 'talk_comment',
  comment: 'A private & honest opinion, größer als sonst',
  authorName: 'Ada',
  authorEmail: 'ada@example.org',
  address: '192.0.2.1',
  userAgent: 'Mozilla/5.0',
  permalink: 'https://example.org/talk/1',
};

/** A service with this response, on a loopback port. */
async function service(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.1/comment-check`;
}

interface Outcome {
  readonly verdict: SpamVerdict;
  /** The log entries, each line with its object. */
  readonly lines: unknown[][];
}

async function ask(url: string, asked: SpamCheckInput = question): Promise<Outcome> {
  const lines: unknown[][] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  const settings = { akismet: { key: 'the-key', url }, words: ['casino'], maxLinks: 10 };
  const verdict = await createSpamCheck(settings, 'https://example.org', log).check(asked);
  return { verdict, lines };
}

const saying =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(body);

describe('the spam service', () => {
  it('receives everything about a text, and its "false" means accepted', async () => {
    const requests: unknown[] = [];
    const url = await service((request, response) => {
      void text(request).then((body) => {
        const { method, url, headers } = request;
        requests.push({ method, url, type: headers['content-type'], fields: [...new URLSearchParams(body)] });
        response.end('false');
      });
    });
    expect(await ask(url)).toEqual({ verdict: 'accepted', lines: [] });
    const contact = { kind: 'contact', comment: 'Hello', address: '2001:db8::1', userAgent: null } as const;
    expect(await ask(url, { ...contact, authorName: '' })).toEqual({ verdict: 'accepted', lines: [] });
    const request = {
      method: 'POST',
      url: '/1.1/comment-check',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
    };
    const first = [
      ['api_key', 'the-key'],
      ['blog', 'https://example.org'],
      ['blog_charset', 'UTF-8'],
    ];
    expect(requests).toEqual([
      {
        ...request,
        fields: [
          ...first,
          ['user_ip', '192.0.2.1'],
          ['user_agent', 'Mozilla/5.0'],
          ['comment_type', 'comment'],
          ['comment_author', 'Ada'],
          ['comment_author_email', 'ada@example.org'],
          ['comment_content', 'A private & honest opinion, größer als sonst'],
          ['permalink', 'https://example.org/talk/1'],
        ],
      },
      {
        ...request,
        fields: [...first, ['user_ip', '2001:db8::1'], ['comment_type', 'contact-form'], ['comment_content', 'Hello']],
      },
    ]);
  });

  it('rejects spam with "true"', async () => {
    expect(await ask(await service(saying('true\n')))).toEqual({ verdict: 'spam', lines: [] });
  });

  it('is not called for texts that the rules reject', async () => {
    let asked = 0;
    const url = await service((_request, response) => {
      asked += 1;
      response.end('false');
    });
    expect(await ask(url, { ...question, comment: 'Casino!' })).toEqual({ verdict: 'spam', lines: [] });
    expect(asked).toBe(0);
  });

  const noVerdict = 'Spam check returned no verdict: text accepted unchecked';
  it.each<[string, RequestListener, number]>([
    ['that rejects the key', saying('invalid'), 200],
    ['that fails', saying('true', 500), 500],
    ['that refuses', saying('false', 403), 403],
    ['with an empty response', saying(''), 200],
    ['that talks without end', (_request, response) => void endless(response), 200],
  ])('%s gives no verdict', async (_, answer, status) => {
    // After two seconds it would be a timeout, which has another log message.
    expect(await ask(await service(answer))).toEqual({ verdict: 'unchecked', lines: [[{ status }, noVerdict]] });
  });

  function endless(response: Parameters<RequestListener>[1]): void {
    const timer = setInterval(() => response.write('true '.repeat(1_000)), 1);
    response.on('close', () => clearInterval(timer));
  }

  const unreachable = 'Spam check unreachable: text accepted unchecked';
  it('that is unreachable gives no verdict', async () => {
    const url = await service(saying('true'));
    await cleanUp();
    expect(await ask(url)).toEqual({
      verdict: 'unchecked',
      lines: [[{ reason: 'ECONNREFUSED' }, unreachable]],
    });
  });

  it('that redirects is not followed', async () => {
    let asked = 0;
    const elsewhere = await service((_request, response) => {
      asked += 1;
      response.end('true');
    });
    const url = await service((_request, response) => void response.writeHead(307, { Location: elsewhere }).end());
    expect(await ask(url)).toMatchObject({ verdict: 'unchecked', lines: [[{ reason: 'Error' }, unreachable]] });
    expect(asked).toBe(0);
  });

  it.each<[string, RequestListener]>([
    ['does not respond', () => undefined],
    ['sends a truncated response', (_request, response) => void response.write('tr')],
  ])('that %s is awaited for two seconds', async (_, answer) => {
    const url = await service(answer);
    const began = performance.now();
    expect(await ask(url)).toEqual({ verdict: 'unchecked', lines: [[{ reason: 'TimeoutError' }, unreachable]] });
    expect(performance.now() - began).toBeGreaterThan(1_900);
  });
});

describe('without a spam service', () => {
  it('every text that the rules allow is accepted', async () => {
    const check = createSpamCheck({ akismet: null, words: ['casino'], maxLinks: 0 }, 'https://example.org', {
      warn: () => {
        throw new Error('nothing to warn of');
      },
    });
    expect(await Promise.all([check.check(question), check.check({ ...question, comment: 'casino' })])).toEqual([
      'accepted',
      'spam',
    ]);
  });
});
