import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { preparedFolder } from '../support/prepared-folder.js';
import { runCommand, startProcess, statusOf, stopProcess, type ServiceProcess } from '../support/process.js';
import { graphPlaces } from './graph-places.js';
import { ORDINARY, prototypeNames, type NamedRequest, type Place } from './names.js';
import { restPlaces } from './rest-places.js';

const limits = ['LOGIN_ADDRESS', 'REGISTRATION_ADDRESS', 'REMINDER_ADDRESS', 'REMINDER_ACCOUNT', 'CONTACT_ADDRESS'];
const unlimited = Object.fromEntries(limits.map((limit) => [`LIMIT_${limit}`, 'off']));

// A separate process: a lookup that finds an inherited function may crash it.
let service: ServiceProcess;
let token: string;
beforeAll(async () => {
  const folder = await preparedFolder('demo');
  service = await startProcess({ DATA_DIR: folder, LOG_LEVEL: 'error', ...unlimited });
  token = (await runCommand(['token', 'create', '--user', 'admin'], { DATA_DIR: folder })).output.trim();
});
afterAll(cleanUp);

async function send({ path, method = 'GET', headers = [], body, signedIn }: NamedRequest): Promise<Response> {
  const authorization: [string, string][] = signedIn ? [['Authorization', `Bearer ${token}`]] : [];
  return fetch(service.base + path, {
    method,
    redirect: 'manual',
    headers: [...authorization, ...headers.map(([name, value]): [string, string] => [name, value])],
    ...(body !== undefined && { body }),
  });
}

/** Status and body, without values that vary between requests or with the spelling of a name. */
async function outcomeOf(request: NamedRequest, name: string): Promise<readonly [number, string]> {
  const response = await send(request);
  const text = (await response.text())
    .replaceAll(name, ORDINARY)
    .replaceAll(/(?:"requestId":|"request_id":)"[^"]+"/g, '"requestId":""')
    .replaceAll(/ Did you mean [^?]*\?/g, '')
    .replaceAll(/"column":\d+/g, '"column":0');
  return [response.status, text];
}

describe('a name that plain objects inherit has no special meaning', () => {
  /** Sends the request with every such name, concurrently. */
  const each = (request: Place[1]): Promise<unknown[]> =>
    Promise.all(prototypeNames.map(async (name) => [name, ...(await outcomeOf(request(name), name))]));

  it.each(restPlaces)('%s', async (_, request) => {
    const outcome = await outcomeOf(request(ORDINARY), ORDINARY);
    expect(outcome[0]).toBeLessThan(500);
    expect(await each(request)).toEqual(prototypeNames.map((name) => [name, ...outcome]));
  });

  it.each(graphPlaces)('%s, interpreted and compiled', async (_, request) => {
    const outcome = await outcomeOf(request(ORDINARY), ORDINARY);
    expect(outcome[0]).toBeLessThan(500);
    const expected = prototypeNames.map((name) => [name, ...outcome]);
    expect(await each(request)).toEqual(expected);
    // A repeated document is compiled.
    expect(await each(request)).toEqual(expected);
  });

  it.each(['', '/live', '/ready', '/metrics'])('at %s/… of the admin port', async (prefix) => {
    for (const name of prototypeNames) expect(await statusOf(`${service.adminBase}${prefix}/${name}`)).toBe(404);
  });
});

it.each(['/v2.1/token', '/graphql', '/v2.1/users'])('POST %s returns 415 for unknown content codings', async (path) => {
  for (const coding of [...prototypeNames, 'nonsense', 'gzip, br', '']) {
    const headers = [
      ['Content-Encoding', coding],
      ['Content-Type', 'application/json'],
    ] as const;
    const response = await send({ path, method: 'POST', headers, body: '{}' });
    await response.arrayBuffer();
    expect([coding, response.status]).toEqual([coding, 415]);
  }
});

it('the service has logged no error, and still runs', async () => {
  expect(await statusOf(`${service.base}/v2.1`)).toBe(200);
  const { code, output, errors } = await stopProcess(service);
  expect({ code, errors, logged: output.split('\n').filter((line) => line.startsWith('{')) }).toEqual({
    code: 0,
    errors: '',
    logged: [],
  });
});
