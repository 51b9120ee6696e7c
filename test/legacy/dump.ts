import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FIXTURES = 'test/fixtures/legacy';

/** A legacy deployment with generated users, dumped by mariadb-dump. */
export const sampleDump = (): string => gunzipSync(readFileSync(`${FIXTURES}/sample-dump.sql.gz`)).toString();

/** The tables of the sample, empty. */
const legacySchema = (): string =>
  ['set foreign_key_checks = 0;', ...(sampleDump().match(/^CREATE TABLE [^;]*;$/gm) ?? [])].join('\n');

/** A small database with a row for each known defect of an old one (contract §5, cautions a to i). */
export const cautions = (): string => `${legacySchema()}\n${readFileSync(`${FIXTURES}/cautions.sql`, 'utf8')}`;
