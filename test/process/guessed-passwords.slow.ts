import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { dataFolder } from '../support/data-folder.js';
import { startProcess, stopProcess, type ServiceProcess } from '../support/process.js';

const SECRET_KEY = 'the same secret key before and after';
/** Default of LIMIT_LOGIN_ACCOUNT_ADDRESS. */
const WRONG_ONES = 10;

let DATA_DIR: string;
let service: ServiceProcess;
const start = async () => {
  service = await startProcess({ DATA_DIR, SECRET_KEY, WORKERS: '2' });
};
beforeAll(async () => {
  DATA_DIR = await dataFolder();
  await start();
});
afterAll(cleanUp);

async function login(username: string, password: string): Promise<number> {
  const client = { client_id: 'demo', client_secret: 'demo-secret' };
  const { status } = await fetch(`${service.base}/v2.1/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username, password, ...client }),
  });
  return status;
}

/** @param turns number of attempts, each with another password */
async function guess(turns: number): Promise<number[]> {
  const told: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) told.push(await login('host', `guess ${turn}`));
  return told;
}

describe('Guessing a password', () => {
  it('is limited across both workers and restarts, and then rejects the right password too', async () => {
    const half = WRONG_ONES / 2;
    expect(await guess(half)).toEqual(Array(half).fill(403));
    expect((await stopProcess(service)).code).toBe(0);
    await start();
    expect(await guess(half)).toEqual(Array(half).fill(403));
    expect(await guess(4)).toEqual(Array(4).fill(429));
    service.child.kill('SIGKILL');
    await service.ended;
    await start();
    expect(await guess(4)).toEqual(Array(4).fill(429));
    expect(await login('host', 'lectern-demo')).toBe(429);
    expect(await login('speaker', 'lectern-demo')).toBe(200);
  });
});
