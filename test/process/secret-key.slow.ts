import { afterEach, describe, expect, it } from '@jest/globals';
import { canUnseal, seal } from '../../src/core/common/secret-box.js';
import { secretKey } from '../../src/database/secret-key.js';
import { recordedSecretKey, verifiedSecretKey } from '../../src/core/secret-key/secret-key-check.js';
import { sealMail } from '../../src/adapters/mail/mail-queue.js';
import { cleanUp } from '../support/clean-up.js';
import { dataFolder } from '../support/data-folder.js';
import { createApplication, createEvent, createToken, createUser, createWebhook } from '../support/factories.js';
import { runCommand, spawnService, startProcess, stopProcess } from '../support/process.js';
import { commandLine, type CommandLine } from '../cli/command.js';

const FIRST = 'the first secret key of this database';
const SECOND = 'the second secret key of this database';
const REFUSAL =
  'SECRET_KEY is not the key that encrypted this database: set it to that key, or, if it is lost, run npm run lectern -- secret-key replace.';

afterEach(cleanUp);

const keyOf = (text: string) => secretKey({ secretKey: text, dataDirectory: '' });

const recorded = async ({ database }: CommandLine) =>
  (await database.pool.query<{ hmac: string }>('select hmac from secret_key_check')).rows;

/** Starts a service, and stops it if it starts. @returns its exit code, and its last output */
async function start({ environment }: CommandLine, more: Record<string, string>) {
  const service = spawnService({ ...environment, LOG_LEVEL: 'error', ...more });
  const timer = setInterval(() => {
    if (!service.output().includes('Stop with Ctrl-C')) return;
    // A second signal after a second would abort a slow shutdown with exit code 1.
    clearInterval(timer);
    service.child.kill('SIGTERM');
  }, 20);
  const { code, errors } = await service.ended.finally(() => clearInterval(timer));
  return { code, errors: errors.trimEnd() };
}

const application = async ({ database: { pool } }: CommandLine, key: string, name: string) =>
  createApplication(pool, {
    ...{ user_id: await createUser(pool), name, consumer_key: `key of ${name}` },
    consumer_secret_encrypted: seal('secret', await keyOf(key)),
  });

describe('a service with another SECRET_KEY than its data', () => {
  it.each(['1', '2'])('refuses to start with %s processes, and names the command', async (WORKERS) => {
    const line = await commandLine({ WORKERS });
    expect(await start(line, { SECRET_KEY: FIRST })).toEqual({ code: 0, errors: '' });
    expect(await start(line, { SECRET_KEY: SECOND })).toEqual({ code: 1, errors: REFUSAL });
    expect(await recorded(line)).toHaveLength(1);
  });

  it('names the file where the key was generated', async () => {
    const { database } = await commandLine();
    const [dataDirectory, other] = [await dataFolder(), await dataFolder()];
    const verify = (folder: string) =>
      verifiedSecretKey(database.pool, { secretKey: undefined, dataDirectory: folder });
    await recordedSecretKey(database.pool, { secretKey: undefined, dataDirectory });
    await expect(verify(other)).rejects.toThrow(`The file secret-key in ${other} does not contain the key`);
    await verify(dataDirectory);
  });

  it('is recognized by stored secrets if no key is recorded yet', async () => {
    const line = await commandLine();
    await application(line, FIRST, 'Website');
    const verify = (key: string) => verifiedSecretKey(line.database.pool, { secretKey: key, dataDirectory: '' });
    await expect(verify(SECOND)).rejects.toThrow(REFUSAL);
    expect(await recorded(line)).toEqual([]);
    await verify(FIRST);
    await recordedSecretKey(line.database.pool, { secretKey: FIRST, dataDirectory: '' });
    expect(await recorded(line)).toHaveLength(1);
    await expect(verify(SECOND)).rejects.toThrow(REFUSAL);
  });

  it('is recognized by queued mails', async () => {
    const line = await commandLine();
    const { pool } = line.database;
    const mail = sealMail({ kind: 'username', to: 'ada@example.org' } as never, await keyOf(FIRST));
    await pool.query(`insert into pgboss.job (name, data) values ('mail', $1)`, [mail]);
    await expect(verifiedSecretKey(pool, { secretKey: SECOND, dataDirectory: '' })).rejects.toThrow(REFUSAL);
    await expect(verifiedSecretKey(pool, { secretKey: FIRST, dataDirectory: '' })).resolves.toEqual(await keyOf(FIRST));
  });

  it('rejects commands that encrypt', async () => {
    const line = await commandLine();
    await createUser(line.database.pool, { username: 'ada' });
    const create = ['application', 'create', '--user', 'ada', '--name', 'Website'];
    expect(await runCommand(create, { ...line.environment, SECRET_KEY: FIRST })).toMatchObject({ code: 0 });
    expect(await runCommand(create, { ...line.environment, SECRET_KEY: SECOND })).toEqual({
      ...{ code: 1, output: '' },
      errors: `${REFUSAL}\n`,
    });
  });
});

describe('processes that start together on an empty database', () => {
  it('agree on one key: those with another one fail', async () => {
    const { database } = await commandLine();
    const keys = Array.from({ length: 24 }, (_, place) => `secret key ${place % 3} of an empty database`);
    const started = await Promise.allSettled(
      keys.map((key) => recordedSecretKey(database.pool, { secretKey: key, dataDirectory: '' })),
    );
    const winners = new Set(keys.filter((_, place) => started[place]?.status === 'fulfilled'));
    expect([winners.size, started.filter(({ status }) => status === 'fulfilled').length]).toEqual([1, 8]);
  });
});

describe('secret-key replace', () => {
  it('reissues secrets that the new key cannot decrypt, and nothing else', async () => {
    const line = await commandLine();
    const { pool } = line.database;
    const user = await createUser(pool, { username: 'ada', password_hash: 'a hash' });
    await createToken(pool, user);
    await application(line, FIRST, 'Website');
    const webhook = await createWebhook(pool, await createEvent(pool), user);
    await pool.query('update webhooks set secret = $1, previous_secret = $1', [seal('whsec_', await keyOf(FIRST))]);
    expect(await start(line, { SECRET_KEY: FIRST })).toEqual({ code: 0, errors: '' });
    // As written by a previous version.
    await application(line, SECOND, 'Mobile');
    for (const key of [FIRST, SECOND]) {
      const mail = sealMail({ kind: 'username', to: `${key}@example.org` } as never, await keyOf(key));
      await pool.query(`insert into pgboss.job (name, data) values ('mail', $1)`, [mail]);
    }
    const kept = async () =>
      (await pool.query('select u.*, t.* from users u join access_tokens t on t.user_id = u.id')).rows;
    const before = await kept();
    const secretOf = async (name: string) => {
      const found = await pool.query<{ sealed: string }>(
        'select consumer_secret_encrypted as sealed from applications where name = $1',
        [name],
      );
      return found.rows[0]?.sealed ?? '';
    };
    const readable = await secretOf('Mobile');
    const environment = { ...line.environment, SECRET_KEY: SECOND };

    expect(await runCommand(['secret-key', 'replace'], environment)).toMatchObject({ code: 1, output: '' });
    expect(await runCommand(['secret-key', 'replace', '--yes'], environment)).toEqual({
      code: 0,
      output:
        'New application secrets, which the owners can read: Website.\n' +
        `New webhook secrets, which their hosts have to rotate: ${webhook}.\n` +
        'Undecryptable mails deleted unsent: 1.\n' +
        'The database now requires this SECRET_KEY: start every process with it.\n',
      errors: '',
    });

    const second = await keyOf(SECOND);
    expect([canUnseal(await secretOf('Website'), second), await secretOf('Mobile')]).toEqual([true, readable]);
    const webhooks = await pool.query<{ secret: string; previous: null }>(
      'select secret, previous_secret as previous from webhooks',
    );
    expect(webhooks.rows.map(({ secret, previous }) => [canUnseal(secret, second), previous])).toEqual([[true, null]]);
    const mails = await pool.query<{ sealed: string }>(
      `select data->>'sealed' as sealed from pgboss.job where name = 'mail'`,
    );
    expect(mails.rows.map(({ sealed }) => canUnseal(sealed, second))).toEqual([true]);
    expect(await kept()).toEqual(before);
    expect(await start(line, { SECRET_KEY: FIRST })).toEqual({ code: 1, errors: REFUSAL });
    await stopProcess(await startProcess({ ...environment, LOG_LEVEL: 'error' }));
  });
});
