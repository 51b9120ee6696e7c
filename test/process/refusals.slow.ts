import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { dataFolder, postmasterOf } from '../support/data-folder.js';
import { spawnService, startProcess, statusOf, type Ended } from '../support/process.js';

const QUICKLY_MS = 60_000;

afterEach(cleanUp);

/** Runs a start that must fail; one that continues is killed, so that its exit code differs. */
async function refusal(environment: Record<string, string>, ...nodeOptions: string[]): Promise<Ended> {
  const { child, ended } = spawnService(environment, ...nodeOptions);
  const late = setTimeout(() => child.kill('SIGKILL'), QUICKLY_MS);
  try {
    return await ended;
  } finally {
    clearTimeout(late);
  }
}

const refused = (sentence: string) => ({ code: 1, output: '', errors: `${sentence}\n` });

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('a start on a port in use reports it in one sentence, and leaves nothing running', () => {
  it.each(['PORT', 'ADMIN_PORT'])('for %s', async (variable) => {
    const folder = await dataFolder();
    const port = await takenPort();
    expect(await refusal({ DATA_DIR: folder, [variable]: String(port) })).toEqual(
      refused(`Port ${port} on 127.0.0.1 is taken: stop the process that uses it, or set ${variable} to another port.`),
    );
    expect(await postmasterOf(folder)).toBeUndefined();
  });

  it('before it creates the demo accounts, whose random passwords would be lost', async () => {
    const folder = await dataFolder();
    const port = String(await takenPort());
    expect((await refusal({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: port })).code).toEqual(1);
    const next = await startProcess({ DATA_DIR: folder, HOST: '0.0.0.0' });
    expect(next.output()).toMatch(/^ {4}admin \/ [\w-]{12}$/m);
  });

  it('for a host of another machine', async () => {
    const folder = await dataFolder();
    expect(await refusal({ DATA_DIR: folder, HOST: 'host.invalid', PORT: '8080' })).toEqual({
      ...refused(''),
      errors: expect.stringMatching(
        /^Lectern cannot listen on host\.invalid, port 8080 \(E\w+\): set HOST or PORT to another one\.\n$/,
      ),
    });
    expect(await postmasterOf(folder)).toBeUndefined();
  });
});

describe('a start on an unusable data folder reports it in one sentence', () => {
  const unusable = (folder: string, code: string) =>
    refused(
      `The data folder ${folder} cannot be used (${code}): make it a folder that this account can write, or set ` +
        'DATA_DIR to another one.',
    );

  it('if it is a file, or below one', async () => {
    const file = await dataFolder();
    await writeFile(file, '');
    expect(await refusal({ DATA_DIR: file })).toEqual(unusable(file, 'EEXIST'));
    expect(await refusal({ DATA_DIR: join(file, 'below') })).toEqual(unusable(join(file, 'below'), 'ENOTDIR'));
  });

  // Only Linux has this folder. There a recursive mkdir of Node.js never returns.
  it.each([{}, { DATABASE_URL: 'postgres://lectern@127.0.0.1:1/lectern' }, { WORKERS: '2' }])(
    'if the file system cannot create folders, with %j',
    async (environment) => {
      const folder = existsSync('/proc/self') ? '/proc/lectern/data' : '/dev/null/data';
      const code = existsSync('/proc/self') ? 'ENOENT' : 'ENOTDIR';
      const expected = 'DATABASE_URL' in environment ? expect.objectContaining({ code: 1 }) : unusable(folder, code);
      expect(await refusal({ DATA_DIR: folder, DATABASE_WAIT_SECONDS: '0', ...environment })).toEqual(expected);
    },
  );

  it('if it is not writable', async () => {
    // Permissions do not apply to root.
    if (process.getuid?.() === 0) return;
    const folder = await dataFolder();
    await mkdir(folder);
    await chmod(folder, 0o000);
    expect(await refusal({ DATA_DIR: folder })).toEqual(unusable(folder, 'EACCES'));
    await chmod(folder, 0o700);
  });

  it('if another service uses it, which keeps running', async () => {
    const folder = await dataFolder();
    const first = await startProcess({ DATA_DIR: folder, DEMO_DATA: 'false' });
    const postmaster = await postmasterOf(folder);
    expect(await refusal({ DATA_DIR: folder })).toEqual(
      refused(
        `Another Lectern service already uses the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`,
      ),
    );
    expect(await statusOf(`${first.base}/v2.1/events`)).toEqual(200);
    expect(await postmasterOf(folder)).toEqual(postmaster);
    expect(first.child.exitCode).toBeNull();
  });
});

describe('a start with an invalid configuration reports it in one sentence', () => {
  it('with all variables but without their values', async () => {
    const environment = { BASE_URL: 'nowhere', PORT: 'abc', DATABASE_URL: 'mysql://u:secret@x/y', LOG_LEVEL: 'loud' };
    expect(await refusal(environment)).toEqual(
      refused(
        'Lectern cannot start with this configuration: PORT: must be a whole number from 0 to 65535; BASE_URL: must be ' +
          'an address such as https://api.example.org; DATABASE_URL: must begin with postgres://; LOG_LEVEL: Invalid ' +
          'option: expected one of "trace"|"debug"|"info"|"warn"|"error"|"silent".',
      ),
    );
  });

  it('with the requirements of production', async () => {
    expect(await refusal({ NODE_ENV: 'production', DEMO_DATA: 'true', MAX_RESULTS: '0' })).toEqual(
      refused(
        'Lectern cannot start with this configuration: MAX_RESULTS: must be a whole number from 1 to 100000; BASE_URL: ' +
          'must be set in production, such as https://api.example.org; SECRET_KEY: must be set in production, to a ' +
          'permanent value of 32 or more random characters; DEMO_DATA: must not be true in production, because demo ' +
          'accounts are a security risk.',
      ),
    );
  });
});

describe('an outdated Node', () => {
  it.each(['20.19.4', '22.16.0'])('%s is rejected in one sentence', async (version) => {
    const older = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
    expect(await refusal({ DATA_DIR: await dataFolder() }, '--import', older)).toEqual(
      refused(
        `Lectern needs Node.js 22.17 or newer, and this is ${version}: install a newer one, or start with "npm start", ` +
          'which brings its own on Linux.',
      ),
    );
  });
});
