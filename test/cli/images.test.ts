import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { imageNames } from '../../src/adapters/storage/image-store.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { dataFolder } from '../support/data-folder.js';
import { createEvent } from '../support/factories.js';
import { startS3rver, type S3rver } from '../support/object-store.js';
import { commandLine, type CommandLine } from './command.js';
import { cleanDoctor } from '../support/doctor-output.js';
import { runInProcess } from './in-process.js';

let bucket: S3rver;
let line: CommandLine;
let event: string;
let names: string[];

beforeAll(async () => {
  bucket = await startS3rver();
  atTheEnd(() => bucket.remove());
  line = await commandLine({ ...bucket.environment, IMAGE_STORE: 'local', S3_PREFIX: 'pictures' });
  event = await createEvent(line.database.pool);
  names = Array.from({ length: 3 }, () => Object.values(imageNames(event, 'png'))).flat();
  await reference([...names, 'https://example.org/elsewhere.png']);
  await mkdir(folder(), { recursive: true });
  for (const name of names) await writeFile(join(folder(), name), `the bytes of ${name}`);
  await writeFile(join(folder(), imageNames('1', 'gif').small), 'referenced by no event');
});
afterAll(cleanUp);

const folder = () => join(line.environment['DATA_DIR'] ?? '', 'images');
/** Makes the event reference these images, and no others. */
const reference = (locations: readonly string[]) =>
  line.database.pool.query('update events set images = $2 where id = $1', [
    event,
    JSON.stringify(locations.map((location) => ({ kind: 'ORIGINAL', location, width: 200, height: 200 }))),
  ]);
/** The command with other variables. */
const withVariables = async (words: string[], variables: Record<string, string>) =>
  runInProcess(words, { ...line.environment, ...variables });

const verify = 'Verify the store with: npm run lectern -- doctor --images\n';

describe('images copy', () => {
  it('copies the images that records reference, and explains the next step', async () => {
    expect(await line.lectern('images', 'copy', '--to', 's3')).toMatchObject({
      code: 0,
      output:
        'Copied 6 images to s3; 0 were there already.\n' +
        'Next: set IMAGE_STORE=s3 for every process, restart them, and run this command again for recent uploads.\n',
      errors: expect.stringMatching(/6\/6 images/),
    });
    expect(await bucket.keys()).toEqual(names.map((name) => `pictures/${name}`).sort());
  });

  it('skips images that are there with equal size, and replaces others', async () => {
    const [first = ''] = names;
    await bucket.put(`pictures/${first}`, 'half of an im');
    const { code, output } = await withVariables(['images', 'copy', '--to', 's3'], { IMAGE_STORE: 's3' });
    expect([code, output]).toEqual([0, `Copied 1 images to s3; 5 were there already.\n${verify}`]);
  });

  it('copies them back', async () => {
    const DATA_DIR = await dataFolder();
    const { code, output } = await withVariables(['images', 'copy', '--to', 'local'], { DATA_DIR });
    expect([code, output]).toEqual([0, `Copied 6 images to local; 0 were there already.\n${verify}`]);
    const copies = join(DATA_DIR, 'images');
    expect((await readdir(copies)).sort()).toEqual([...names].sort());
    const texts = await Promise.all(names.map((name) => readFile(join(copies, name), 'utf8')));
    expect(texts).toEqual(names.map((name) => `the bytes of ${name}`));
  });

  it('lists images that are in neither store, and fails', async () => {
    const { original } = imageNames('7', 'jpg');
    await reference([...names, original]);
    const { code, output } = await line.lectern('images', 'copy', '--to', 's3');
    await reference(names);
    expect([code, output.split('\n').slice(0, 3)]).toEqual([
      1,
      ['Copied 0 images to s3; 6 were there already.', '1 images are in neither store:', `  ${original}`],
    ]);
  });

  it('requires a target and a bucket', async () => {
    expect(await line.lectern('images', 'copy', '--to', 'tape')).toMatchObject({ code: 2 });
    const { DATABASE_URL = '', DATA_DIR = '' } = line.environment;
    expect(await runInProcess(['images', 'copy', '--to', 's3'], { DATABASE_URL, DATA_DIR })).toMatchObject({
      code: 1,
      errors: 'No bucket is configured: set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.\n',
    });
  });

  it('names the cause if the store is unavailable', async () => {
    const { code, errors } = await withVariables(['images', 'copy', '--to', 's3'], {
      S3_ENDPOINT: 'http://127.0.0.1:1',
    });
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^The image store failed: check .* S3_BUCKET\. \(.*ECONNREFUSED.*\)\n$/),
    ]);
  });
});

describe('doctor --images', () => {
  it.each(['local', 's3'])('verifies that the store contains every referenced image: %s', async (IMAGE_STORE) => {
    const { code, output } = await withVariables(['doctor', '--images'], { IMAGE_STORE });
    expect([code, output]).toEqual([0, cleanDoctor('The image store contains every referenced image.')]);
    const { original } = imageNames('7', 'jpg');
    await reference([...names, original]);
    const missing = await withVariables(['doctor', '--images'], { IMAGE_STORE });
    const json = await withVariables(['doctor', '--images', '--json'], { IMAGE_STORE });
    const without = await withVariables(['doctor'], { IMAGE_STORE });
    await reference(names);
    const outcome = '1 images are missing: restore them, or copy them with images copy.';
    expect([missing.code, missing.output]).toEqual([
      1,
      cleanDoctor(`events ${event}: ${original} is missing`, outcome),
    ]);
    expect([json.code, JSON.parse(json.output)]).toEqual([1, [{ eventId: event, image: original }]]);
    expect([without.code, without.output]).toEqual([0, cleanDoctor()]);
  });
});

describe('the commands for all data', () => {
  it('export the images of a bucket, and import them into another folder of it', async () => {
    const s3 = { IMAGE_STORE: 's3' };
    const { output } = await withVariables(['export', '--with-images'], s3);
    const images = output.split('\n').filter((text) => text.startsWith('{"image":'));
    expect(images.map((text) => (JSON.parse(text) as { image: string }).image)).toEqual([...names].sort());
    const file = join(await dataFolder(), '..', 'export.jsonl');
    await writeFile(file, output);
    const to = await commandLine({ ...bucket.environment, S3_PREFIX: 'imported' });
    expect(await to.lectern('import', 'jsonl', file)).toMatchObject({ code: 0 });
    const keys = (await bucket.keys()).filter((key) => key.startsWith('imported/'));
    expect(keys).toEqual(names.map((name) => `imported/${name}`).sort());
  });
});
