import { afterEach, describe, expect, it } from '@jest/globals';
import { environment } from '../../src/config/environment.js';
import { misspeltVariables } from '../../src/config/variables.js';
import { cleanUp } from '../support/clean-up.js';
import { dataFolder } from '../support/data-folder.js';
import { freePort } from '../support/free-port.js';
import { runCommand, spawnService } from '../support/process.js';

afterEach(cleanUp);

describe('a misspelt variable', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['LIMIT_WRITE_USER', 'LIMIT_WRITES_USER'],
    ['BASE_ULR', 'BASE_URL'],
    ['PROT', 'PORT'],
    ['SMPT_URL', 'SMTP_URL'],
    ['SECRET_KEY_FLIE', 'SECRET_KEY_FILE'],
    ['database_url', 'DATABASE_URL'],
    ['ALLOWED_HOST', 'ALLOWED_HOSTS'],
    ['WORKER', 'WORKERS'],
  ])('%s is reported with %s', (given, meant) => {
    expect(misspeltVariables([given])).toEqual([`${given} is not a variable of Lectern: did you mean ${meant}?`]);
  });

  it('does not match Lectern’s own variables', () => {
    const own = Object.keys(environment.shape);
    expect(misspeltVariables([...own, 'SECRET_KEY_FILE', 'DATABASE_PASSWORD_FILE', 'DATABASE_URL_FILE'])).toEqual([]);
  });

  it('does not match variables of the system, shells, npm, PostgreSQL, containers and CI', () => {
    const ordinary =
      'PATH HOME HOSTNAME HOSTTYPE USER LOGNAME SHELL PWD OLDPWD TERM LANG LC_ALL TZ TMPDIR EDITOR PAGER MAIL DISPLAY COLUMNS ' +
      'LINES SHLVL OSTYPE MACHTYPE IFS PS1 _ UID EUID SSH_AUTH_SOCK SSH_CONNECTION XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS ' +
      'NODE NODE_PATH NODE_OPTIONS NODE_VERSION NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE INIT_CWD COLOR npm_command ' +
      'npm_config_cache npm_config_prefix npm_config_loglevel npm_lifecycle_event npm_node_execpath npm_package_json ' +
      'PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA PGSSLMODE POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB POSTGRES_PORT ' +
      'DATABASE_HOST DATABASE_NAME DATABASE_USER REDIS_URL HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy ' +
      'CI GITHUB_TOKEN GITHUB_ACTIONS RUNNER_OS INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET MAINPID MALLOC_ARENA_MAX ' +
      'KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT LECTERN_PORT LECTERN_SERVICE_HOST LECTERN_SERVICE_PORT ' +
      'OTEL_SERVICE_VERSION OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_TRACES_EXPORTER OTEL_SDK_DISABLED ' +
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_PROPAGATORS DYNO TEST_DATABASE_URL TEST_SEED NODE_UNIQUE_ID NODE_CHANNEL_FD';
    expect(misspeltVariables([...ordinary.split(' '), ...Object.keys(process.env)])).toEqual([]);
  });

  it('is logged as a warning by a service, and part of the error if it cannot start', async () => {
    const DATABASE_URL = `postgres://lectern@127.0.0.1:${await freePort()}/lectern`;
    const environment = { DATABASE_URL, DATABASE_WAIT_SECONDS: '0', DATA_DIR: await dataFolder() };
    const { output } = await spawnService({ ...environment, LIMIT_WRITE_USER: 'off', WORKERS: '2' }).ended;
    const warnings = output.split('\n').filter((line) => line.includes('LIMIT_WRITE_USER'));
    expect(warnings.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'LIMIT_WRITE_USER is not a variable of Lectern: did you mean LIMIT_WRITES_USER?',
      }),
    ]);

    const production = { NODE_ENV: 'production', BASE_ULR: 'https://api.example.org', SECRET_KEY: 'x'.repeat(32) };
    expect((await spawnService({ ...environment, ...production }).ended).errors).toBe(
      'Lectern cannot start with this configuration: BASE_URL: must be set in production, such as ' +
        'https://api.example.org; BASE_ULR is not a variable of Lectern: did you mean BASE_URL?\n',
    );
  });

  it('is printed as a warning by a command, apart from its output', async () => {
    const { code, output, errors } = await runCommand(['config', '--json'], { PRODUCT_NAM: 'Mine' });
    expect([code, errors]).toEqual([0, 'PRODUCT_NAM is not a variable of Lectern: did you mean PRODUCT_NAME?\n']);
    expect(JSON.parse(output)).toEqual(expect.any(Array));
    const { errors: ofMigrate } = await runCommand(['migrate'], {
      PRODUCT_NAM: 'Mine',
      DATABASE_URL: `postgres://lectern@127.0.0.1:${await freePort()}/lectern`,
      DATABASE_WAIT_SECONDS: '0',
    });
    expect(ofMigrate).toContain(errors);
  });
});
