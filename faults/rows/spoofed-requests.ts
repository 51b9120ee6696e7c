import type { Fault } from '../fault.js';
import { alike, type Finding } from '../finding.js';
import { sendBytes, statusesOf } from '../raw-request.js';
import { ORIGIN } from '../service.js';

const HEAD = 'GET /v2.1 HTTP/1.1\r\n';
const END = 'Connection: close\r\n\r\n';
const SMUGGLED = 'GET /v2.1/events HTTP/1.1\r\nHost: smuggled.example\r\n\r\n';

/** Raw requests and the expected statuses of their responses. */
const requests: readonly (readonly [name: string, bytes: string, statuses: readonly number[]])[] = [
  ['foreign Host', `${HEAD}Host: evil.example\r\n${END}`, [200]],
  [
    'X-Forwarded-Host',
    `${HEAD}Host: a\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: gopher\r\n${END}`,
    [200],
  ],
  ['Forwarded', `${HEAD}Host: a\r\nForwarded: for=1.2.3.4;host=evil.example;proto=gopher\r\n${END}`, [200]],
  ['absolute target', `GET http://evil.example/v2.1 HTTP/1.1\r\nHost: evil.example\r\n${END}`, [200]],
  ['two Hosts', `${HEAD}Host: a\r\nHost: evil.example\r\n${END}`, [400]],
  ['no Host', `${HEAD}${END}`, [400]],
  ['a header with a bare CR', `${HEAD}Host: a\r\nX-A: b\rX-Evil: evil.example\r\n${END}`, [400]],
  ['CRLF in the path', `GET /v2.1/events%0d%0aX-Evil:evil.example HTTP/1.1\r\nHost: a\r\n${END}`, [404]],
  ['CRLF in a redirect', `GET /event/a%0d%0aX-Evil:evil.example HTTP/1.1\r\nHost: a\r\n${END}`, [404]],
  ['a space before the colon', `${HEAD}Host: a\r\nTransfer-Encoding : chunked\r\n${END}`, [400]],
  [
    'Content-Length and Transfer-Encoding',
    `POST /v2.1/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  [
    'two Content-Lengths',
    `POST /v2.1/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 50\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  [
    'a strange Transfer-Encoding',
    `POST /v2.1/contact HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  [
    'a chunk of a strange length',
    `POST /v2.1/contact HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${SMUGGLED}`,
    [400],
  ],
];

/** Allowed reminders per client address. */
const ALLOWED = 5;

/** Row 22: requests with a spoofed host or client address, and request smuggling. */
export const spoofedRequests: Fault = {
  number: '22',
  name: '`Host`, `X-Forwarded-*` and CRLF spoofed, requests smuggled behind others',
  figure: 'all links point to `BASE_URL`; no smuggled request is executed; a spoofed client address evades no limit',
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url, LIMIT_REMINDER_ADDRESS: `${ALLOWED}/3600` });
    await service.start();
    const answers: Record<string, number> = {};
    const findings: Finding[] = [];
    const count = (status: number) => (answers[status] = (answers[status] ?? 0) + 1);
    for (const [name, bytes, wanted] of requests) {
      const answer = await sendBytes(service.base, bytes);
      const found = statusesOf(answer);
      found.forEach(count);
      findings.push(alike(name, found, wanted));
      if (/^X-Evil/im.test(answer)) findings.push({ what: `${name}: injected header`, kept: false });
      const links = [...answer.matchAll(/"(\w+:\/\/[^"/]+)/g)].map(([, origin]) => origin);
      if (wanted[0] === 200) findings.push(alike(`${name}: its links`, [...new Set(links)], [ORIGIN]));
    }
    const statuses: number[] = [];
    for (let turn = 0; turn < ALLOWED + 3; turn += 1) {
      const address = `192.0.2.${turn}`;
      const { status } = await fetch(`${service.base}/v2.1/emails/reminders/username`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, Forwarded: `for=${address}` },
        body: JSON.stringify({ email: `${turn}@example.org` }),
      });
      count(status);
      statuses.push(status);
    }
    findings.push(alike('the last reminders are limited', statuses.slice(ALLOWED), [429, 429, 429]));
    return { answers, findings };
  },
};
