import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pngFile } from '../images/png-file.js';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf } from './ask.js';
import { FORM_TYPE, imageForm } from './multipart.js';

let folder: string;
let service: TestService;
let token: string;
let event: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-image-failures-'));
  service = await startService({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const { pool } = service.database;
  const host = await createUser(pool);
  token = await createToken(pool, host);
  event = await createEvent(pool);
  await createHost(pool, event, host);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const post = async () => {
  const response = await fetch(`${service.base}/v2.1/events/${event}/images`, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE, Authorization: `Bearer ${token}` },
    body: new Uint8Array(imageForm(pngFile(200, 200))),
  });
  return { status: response.status, text: await response.text() };
};
const icon = async () => String(recordOf(await ask(service, `/v2.1/events/${event}`), 'events')['icon']);
const files = async () => (await readdir(join(folder, 'images'))).sort();

describe('When an image cannot be stored', () => {
  it('because of the database, the event keeps its previous image, and no other file remains', async () => {
    expect((await post()).status).toBe(201);
    const before = await files();
    const { pool } = service.database;
    await pool.query("create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$");
    await pool.query('create trigger refuse before update of images on events execute function refuse()');
    const answer = await post();
    expect([answer.status, bodyOf(answer)]).toEqual([500, ['Something went wrong on our side, please try again']]);
    await pool.query('drop trigger refuse on events');
    expect(await files()).toEqual(before);
    expect(before).toContain(await icon());
  });

  it('because of the disk, the event keeps its previous image', async () => {
    const before = await icon();
    await rm(join(folder, 'images'), { recursive: true });
    await writeFile(join(folder, 'images'), 'in the way');
    const answer = await post();
    const sentence = 'The image cannot be stored at the moment, please try again';
    expect([answer.status, bodyOf(answer), await icon()]).toEqual([503, [sentence], before]);
    await rm(join(folder, 'images'));
  });

  it('it replaces an image whose files cannot be deleted', async () => {
    expect((await post()).status).toBe(201);
    const before = await icon();
    await rm(join(folder, 'images', before));
    await mkdir(join(folder, 'images', before, 'in-the-way'), { recursive: true });
    expect((await post()).status).toBe(201);
    expect(await icon()).not.toBe(before);
    expect(await files()).toEqual(expect.arrayContaining([before, await icon()]));
  });
});
