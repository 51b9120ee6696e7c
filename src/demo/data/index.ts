import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import { conferenceSchema, crowdSchema, peopleSchema, remarksSchema, type Conference, type Person } from './schema.js';

const FOLDER = join(PACKAGE_ROOT, 'src/demo/data');

/** In the order of submission: of two conferences with the same name, the earlier one gets the shorter slug. */
const CONFERENCES = [
  'patchwork-last-year',
  'marginalia',
  'small-gardens',
  'open-data-days',
  'dark-sky',
  'moji',
  'patchwork',
  'everyones-web',
  'pixel-and-pawn',
  'esperanto',
  'monsoon-data',
  'kupu',
  'night-trains',
  'quiet-machines',
  'offsite',
  'breadcrumbs',
  'jackpot',
];

/** @throws ZodError if the file does not have the documented format */
function read<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  return schema.parse(JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8')));
}

export const conferences: readonly Conference[] = CONFERENCES.map((name) =>
  read(`conferences/${name}`, conferenceSchema),
);

/** All accounts of the demo; those of `demoAccounts` come first. */
export const people: readonly Person[] = read('people', peopleSchema);

export const { remarks, replies, eventRemarks } = read('remarks', remarksSchema);

export const crowd = read('crowd', crowdSchema);
