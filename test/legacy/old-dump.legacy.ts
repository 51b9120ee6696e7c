import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { epoch } from './comparisons/comparison.js';
import { countRows, rowsRead, wrongSums } from './ledger.js';
import { rowsOf } from './difference.js';
import { cautions } from './dump.js';
import { emptyLectern, importLegacy, type EmptyLectern, type Imported } from './import.js';
import { startMaria, type Maria } from './maria.js';

/** Reverts later patches: whole tables, columns of others, and the timestamps of comments. */
const before = `
  alter table talk_comments add date_made int;
  update talk_comments set date_made = timestampdiff(second, '1970-01-01 00:00:00', created_at);
  alter table talk_comments drop created_at;
  alter table user drop trusted, drop biography;
  alter table events drop reviewer_id, drop rejection_reason;
  drop table talk_links, talk_link_types, event_images, user_talk_star, pending_talk_claims, reported_talk_comments,
    reported_event_comments, oauth_access_tokens, oauth_consumers, email_verification_tokens, password_reset_tokens;`;

let maria: Maria;
let lectern: EmptyLectern;
let imported: Imported;

beforeAll(async () => {
  maria = await startMaria();
  await maria.load('old', cautions() + before);
  lectern = await emptyLectern();
  imported = await importLegacy(maria.urlOf('old'), lectern);
});

afterAll(async () => {
  await maria.stop();
  await lectern.remove();
});

it('of an older deployment, all existing data are imported and accounted for', async () => {
  expect(rowsRead(imported)).toEqual(await countRows(maria, 'old'));
  expect(imported.tables.flatMap(wrongSums)).toEqual([]);
  expect(await rowsOf(lectern.pool, 'select id, is_trusted, biography from users where id = 1')).toEqual([
    ['1', 'f', null],
  ]);
});

it('comments have their times, which were stored in seconds', async () => {
  const times = `select id, ${epoch('created_at')} from talk_comments where id in (1, 2, 18) order by id`;
  expect(await rowsOf(lectern.pool, times)).toEqual([
    ['1', '1433160000'],
    ['2', '1717243200'],
    ['18', '1427596200'],
  ]);
});

it('slides come from the old column only', async () => {
  const slides = "select talk_id, url from talk_links where kind = 'SLIDES' order by 1";
  expect(await rowsOf(lectern.pool, slides)).toEqual([
    ['1', 'https://slides.example.org/1'],
    ['2', 'https://slides.example.org/column'],
  ]);
});
