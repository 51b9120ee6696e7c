import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.js';
import { migrations } from '../../src/database/migrations/index.generated.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { inDatabase, onServer, urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, testServer } from '../support/database.js';
import { runCommand, spawnCommand, spawnLectern, statusOf, stopProcess, untilBanner } from '../support/process.js';

afterAll(cleanUp);

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

describe('Every command', () => {
  it('has an example in its help', async () => {
    const program = await createProgram();
    const without = leaves(program).filter((command) => !/\nExamples?:\n {2}\S/.test(helpOf(command)));
    expect(without.map((command) => command.name())).toEqual([]);
  });

  it('that lists or reports has --json', async () => {
    const program = await createProgram();
    const reporting = leaves(program).filter((command) =>
      /^(list|usage|doctor|config|legacy|event|jsonl)$/.test(command.name()),
    );
    const without = reporting.filter(({ options }) => !options.some(({ long }) => long === '--json'));
    expect([reporting.length, without.map((command) => command.name())]).toEqual([13, []]);
  });
});

describe('The command line', () => {
  it('exits with 2 on wrong usage, and with 0 after help', async () => {
    const codes = await Promise.all(
      [[], ['nothing'], ['user'], ['user', 'create'], ['user', 'list', '--nothing'], ['--help'], ['help', 'user']].map(
        async (words) => (await runCommand(words, {})).code,
      ),
    );
    expect(codes).toEqual([2, 2, 2, 2, 2, 0, 0]);
  });
});

describe('config', () => {
  it('loads neither the ORM nor a driver, for a fast response', async () => {
    const list = `data:text/javascript,${encodeURIComponent(`
      import { readFileSync } from 'node:fs';
      import { registerHooks } from 'node:module';
      const packages = new Set();
      registerHooks({
        load(url, context, next) {
          // The bundle names its sources in its source maps.
          const { sources } = url.includes('/dist/bin/') ? JSON.parse(readFileSync(new URL(url + '.map'), 'utf8')) : { sources: [] };
          for (const source of sources) {
            const name = /node_modules[/]((?:@[^/]+[/])?[^/]+)/.exec(source)?.[1];
            if (name) packages.add(name);
          }
          return next(url, context);
        },
      });
      process.on('exit', () => process.stderr.write([...packages].sort().join(' ')));`)}`;
    const { code, errors } = await spawnCommand(['config'], {}, '--import', list).ended;
    expect({ code, errors }).toEqual({ code: 0, errors: 'commander zod' });
  });
});

describe('serve', () => {
  it('starts the service', async () => {
    const cli = fileURLToPath(new URL('../../bin/lectern.js', import.meta.url));
    const environment = { DATA_DIR: await dataFolder(), PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'error' };
    const service = await untilBanner(spawnLectern(process.execPath, [cli, 'serve'], environment));
    expect(await statusOf(`${service.base}/v2.1/events`)).toBe(200);
    expect((await stopProcess(service)).code).toBe(0);
  });
});

describe('migrate', () => {
  it('migrates an empty database, and reports it', async () => {
    const server = testServer();
    const name = `lectern_test_migrate_${process.pid}`;
    await onServer(server, (client) => client.query(`create database ${name}`));
    atTheEnd(() => onServer(server, (client) => client.query(`drop database ${name} with (force)`)));
    const environment = { DATABASE_URL: urlOf(inDatabase(server, name)), DATA_DIR: await dataFolder() };
    const all = migrations.map((migration) => migration.name).join(', ');
    expect(await runCommand(['migrate'], environment)).toEqual({ code: 0, output: `Applied: ${all}.\n`, errors: '' });
    expect(await runCommand(['migrate'], environment)).toEqual({
      code: 0,
      output: 'The schema is up to date.\n',
      errors: '',
    });
  });

  it('deletes changes that pg_restore copied from another server, and no others', async () => {
    const database = await freshDatabase();
    atTheEnd(() => database.drop());
    await database.pool.query(
      `insert into changes (event_id) values (5);
        insert into changes (event_id, transaction_id) values (6, (pg_current_xact_id()::text::bigint + 10000000)::text::xid8)`,
    );
    const environment = { DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder() };
    expect((await runCommand(['migrate'], environment)).code).toBe(0);
    expect((await database.pool.query('select event_id from changes order by 1')).rows).toEqual([{ event_id: '5' }]);
  });
});

describe('config', () => {
  it('prints the effective settings with their sources, without secrets, even inside URLs', async () => {
    const DATA_DIR = await dataFolder();
    await mkdir(DATA_DIR);
    const file = join(DATA_DIR, 'akismet');
    await writeFile(file, 'from-a-file\n');
    const { code, output, errors } = await runCommand(['config', '--json'], {
      DATA_DIR,
      DATABASE_URL: 'postgres://lectern:told-nobody@db.example:5432/lectern?sslpassword=nor-this',
      SMTP_URL: 'smtp://mailer:told-nobody@mail.example:587',
      SECRET_KEY: 'a-key-that-is-told-nobody-at-all-ever',
      AKISMET_KEY_FILE: file,
      LIMIT_LOGIN_ACCOUNT: '5/60',
      WORKERS: '3',
    });
    expect([code, errors]).toEqual([0, '']);
    expect(output).not.toMatch(/told-nobody|nor-this|from-a-file/);
    const rows = JSON.parse(output) as { variable: string; value: string | null; from: string }[];
    const told = Object.fromEntries(rows.map(({ variable, value, from }) => [variable, [value, from]]));
    expect(told).toMatchObject({
      DATABASE_URL: ['postgres://lectern:***@db.example:5432/lectern?sslpassword=***', 'environment'],
      SMTP_URL: ['smtp://mailer:***@mail.example:587', 'environment'],
      SECRET_KEY: ['***', 'environment'],
      AKISMET_KEY: ['***', 'file'],
      LIMIT_LOGIN_ACCOUNT: ['5/60', 'environment'],
      LIMIT_LOGIN_ADDRESS: ['100/900', 'default'],
      WORKERS: ['3', 'environment'],
      DATABASE_CONNECTIONS: ['12', 'default'],
      MAIL_FROM: ['Lectern <lectern@localhost>', 'default'],
      MAIL_TEMPLATES: [null, 'default'],
      INTROSPECTION: ['true', 'default'],
      ENFORCE_COMMENT_WINDOW: ['false', 'default'],
    });
  });

  it('prints a table, and the errors', async () => {
    const { output } = await runCommand(['config'], {});
    expect(output).toMatch(/^VARIABLE +VALUE +FROM$/m);
    expect(output).toMatch(/^PORT +8080 +default$/m);
    expect(await runCommand(['config'], { PORT: 'x' })).toMatchObject({
      code: 1,
      errors: 'Lectern cannot start with this configuration: PORT: must be a whole number from 0 to 65535.\n',
    });
  });
});
