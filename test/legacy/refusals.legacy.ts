import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { freePort } from '../support/free-port.js';
import { cautions, sampleDump } from './dump.js';
import { beginImport, emptyLectern, importLegacy, tryImport, type EmptyLectern } from './import.js';
import { startMaria, type Maria } from './maria.js';
import { snapshot } from './snapshot.js';

let maria: Maria;
let from: string;
let lectern: EmptyLectern;

beforeAll(async () => {
  maria = await startMaria();
  await maria.load('sample', sampleDump());
  await maria.load('shop', 'create table orders (id int primary key); insert into orders values (1);');
  await maria.load('half', `${sampleDump()}\ndrop table talk_comments;`);
  await maria.load('cautions', cautions());
  from = maria.urlOf('sample');
  lectern = await emptyLectern();
});

afterEach(cleanUp);

afterAll(async () => {
  await maria.stop();
  await lectern.remove();
});

/** An error has one or few lines: no stack, no password, and nothing on standard output. */
async function refused(url: string, sentence: RegExp, ...words: string[]): Promise<void> {
  const before = await snapshot(lectern.pool, true);
  const { code, output, errors } = await tryImport(url, lectern, ...words);
  expect({ code, output, errors }).toEqual({ code: 1, output: '', errors: expect.stringMatching(sentence) });
  expect(errors).not.toMatch(/ {4}at |p@ss|p%40ss/);
  expect(await snapshot(lectern.pool, true)).toEqual(before);
}

describe('an import is rejected, before anything is written', () => {
  it('if the password is wrong', () => refused(from.replace(/:[^:@]*@/, ':wrong@'), /password/));

  it('if the server is unreachable', async () =>
    refused(`mysql://reader:x@127.0.0.1:${await freePort()}/sample`, /connection refused/));

  it('if the server is not MySQL', async () => {
    const server = createServer((socket) => void socket.end('SSH-2.0-OpenSSH_9.2p1\r\n')).listen(0, '127.0.0.1');
    atTheEnd(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await refused(`mysql://reader:x@127.0.0.1:${port}/sample`, /not a response of a MySQL server/);
  });

  it('if the URL is that of another kind of server', () => refused('postgres://localhost/sample', /mysql:\/\//));

  it('if the database does not exist', () => refused(maria.urlOf('nothing'), /nothing/));

  it('if the database is not a legacy one', () => refused(maria.urlOf('shop'), /talk/));

  it('if a table is missing, which is reported', () => refused(maria.urlOf('half'), /talk_comments/));

  it('if the report cannot be written at the end', () =>
    refused(from, /no-such-folder/, '--report', '/no-such-folder/report.json'));

  it('if --first-party names no application of the legacy database', () =>
    refused(from, /nobody-knows-it/, '--first-party', 'web2', '--first-party', 'nobody-knows-it'));
});

describe('a dry run', () => {
  it('reports the changes of an import, and stores nothing', async () => {
    const [dry, real] = [await emptyLectern(), await emptyLectern()];
    atTheEnd(() => Promise.all([dry.remove(), real.remove()]));
    const before = await snapshot(dry.pool, true);
    const { tables } = await importLegacy(maria.urlOf('cautions'), dry, '--dry-run');
    const after = await snapshot(dry.pool, true);

    const imported = await importLegacy(maria.urlOf('cautions'), real);
    expect(tables).toEqual(imported.tables);
    expect((await importLegacy(maria.urlOf('cautions'), dry)).tables).toEqual(imported.tables);
    expect(await snapshot(dry.pool)).toEqual(await snapshot(real.pool));
    expect(after).toEqual(before);
  });
});

describe('a Lectern that is not empty', () => {
  it('is not changed', async () => {
    const used = await emptyLectern();
    atTheEnd(() => used.remove());
    await used.pool.query(
      "insert into users (username, full_name, email) values ('somebody', 'Some Body', 's@example.org')",
    );
    const before = await snapshot(used.pool, true);
    const { code, output, errors } = await tryImport(from, used);
    expect({ code, output, errors }).toEqual({ code: 1, output: '', errors: expect.stringMatching(/empty/) });
    expect(await snapshot(used.pool, true)).toEqual(before);
  });
});

describe('two concurrent imports into one Lectern', () => {
  it('exclude each other: one imports, the other is rejected', async () => {
    const shared = await emptyLectern();
    atTheEnd(() => shared.remove());
    const ended = await Promise.all([beginImport(from, shared).ended, beginImport(from, shared).ended]);
    const refusals = ended.filter(({ code }) => code !== 0);
    expect(refusals.map(({ code, errors }) => ({ code, errors }))).toEqual([
      { code: 1, errors: expect.stringMatching(/already|another import/i) },
    ]);
    const [tokens, talks] = await Promise.all(
      ['access_tokens', 'talks'].map((table) => shared.pool.query(`select from ${table}`)),
    );
    expect([tokens?.rowCount, talks?.rowCount]).toEqual([9, 2062]);
  });
});
