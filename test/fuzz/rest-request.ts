import { bytesOf, roles, type Asked, type Bytes } from './asked.js';
import { multipartOf } from './multipart-body.js';
import { inheritedName, oddText } from './odd-values.js';
import { restOperations, type RestOperation } from './operations.js';
import { kindOf, named } from './record-kinds.js';
import { membersOf, rightValue } from './rest-values.js';
import type { Tape } from './tape.js';
import { addressText, formText, oddBody, oddPair } from './wire-texts.js';

type Header = readonly [name: string, value: Bytes];

const methods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY'];
const numbers = [
  '0',
  '-1',
  '00',
  '1.0',
  '1e3',
  '0x1',
  '999999999',
  '2147483648',
  '9223372036854775807',
  '99999999999999999999',
];
const odd: readonly Header[] = [
  ['Accept', 'text/html'],
  ['Accept', 'application/problem+json'],
  ['Accept', '\xff;q=NaN,,;,*/*'],
  ['Accept', 'application/json;q=0'],
  ['Accept-Encoding', 'br;q=1, gzip;q=0, identity;q=0, *;q=x'],
  ['Accept-Encoding', 'gzip'],
  ['Accept-Language', 'x'.repeat(2_000)],
  ['If-Match', '*'],
  ['If-Match', '"none", W/"x"'],
  ['If-None-Match', '*'],
  ['If-None-Match', 'W/"'],
  ['If-Modified-Since', 'yesterday'],
  ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Range', 'bytes=5-1,-0,99999999999999999999-'],
  ['Expect', '100-continue'],
  ['Expect', 'miracles'],
  ['Authorization', 'Bearer'],
  ['Authorization', 'Bearer \xff\xfe'],
  ['Authorization', 'Basic YTpi'],
  ['Authorization', `OAuth ${'x'.repeat(3_000)}`],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'nonsense'],
  ['Transfer-Encoding', 'chunked, chunked'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', "1.2.3.4, ' or 1=1"],
  ['Forwarded', 'for="[::1'],
  ['X-Request-Id', '\x01'],
  ['Origin', 'null'],
  ['Host', 'evil.example'],
  ['Cookie', '__proto__=1'],
  ['Connection', 'upgrade'],
  ['Upgrade', 'h2c'],
  ['traceparent', '00-00000000000000000000000000000000-0000000000000000-ff'],
];
const types = [
  ...['text/plain', 'application/json; charset=utf-16', 'application/json;charset="', 'application/xml', '/', '\xff'],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/vnd.api+json',
    'application/json, text/html',
  ],
];

const withNames = ['Accept', 'Accept-Encoding', 'Authorization', 'Content-Encoding', 'Content-Type', 'If-Match'];

const oddHeader = (tape: Tape): Header =>
  tape.chance(20) ? [tape.pick(withNames), inheritedName(tape)] : tape.pick(odd);

/** A random request for an operation of the OpenAPI document, by default a random one; valid, or far from it. */
export function restRequest(tape: Tape, operation = tape.pick(restOperations)): Asked {
  const as = tape.pick(roles);
  const target = pathOf(tape, operation) + queryOf(tape, operation);
  const method = tape.chance(5) ? tape.pick(methods) : operation.method;
  const { headers, body } = contentOf(tape, operation);
  const further = tape.chance(25) ? tape.several(2, () => oddHeader(tape)) : [];
  return { as, method, target, headers: [...headers, ...further], ...(body !== undefined && { body }) };
}

function pathOf(tape: Tape, { path }: RestOperation): Bytes {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const kind = kindOf(name, path);
    if (kind !== undefined && !tape.chance(15)) return named(kind, tape);
    return tape.chance(60) ? tape.pick(numbers) : addressText(tape, oddText(tape));
  });
  return tape.chance(3)
    ? tape.pick([`${filled}/`, `//${filled}`, `${filled}/..`, `${filled};a=b`, `${filled}.json`])
    : filled;
}

function queryOf(tape: Tape, { query }: RestOperation): Bytes {
  const pairs = query
    .filter(() => tape.chance(25))
    .map(({ name, schema, example }) =>
      tape.chance(15)
        ? oddPair(tape, name)
        : `${name}=${addressText(tape, String(rightValue(tape, name, schema, example)))}`,
    );
  const all = tape.chance(8) ? [...pairs, ...tape.several(2, () => oddPair(tape, 'start'))] : pairs;
  return all.length === 0 ? '' : `?${all.join('&')}`;
}

function contentOf(tape: Tape, { body }: RestOperation): { headers: readonly Header[]; body?: Bytes } {
  if (!body && !tape.chance(4)) return { headers: [] };
  if (tape.chance(2)) return { headers: [] };
  if (body?.isUpload && !tape.chance(10)) return multipartOf(tape);
  const members = membersOf(tape, body?.schema ?? {}, body?.example ?? {});
  const isForm = tape.chance(12);
  const sound = bytesOf(isForm ? formText(members) : JSON.stringify(members));
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    headers: tape.chance(2) ? [] : [['Content-Type', tape.chance(4) ? tape.pick(types) : type]],
    body: tape.chance(8) ? oddBody(tape, sound) : sound,
  };
}
