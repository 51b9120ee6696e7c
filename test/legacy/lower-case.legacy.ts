import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rowsOf } from './difference.js';
import { cautions } from './dump.js';
import { emptyLectern, importLegacy, type EmptyLectern, type Imported } from './import.js';
import { reasonsFor } from './ledger.js';
import { startMaria, type Maria } from './maria.js';

/** Names that are equal in lower case for PostgreSQL but not for Node, and one that has the suffix of a repair. */
const names = `
  alter table user convert to character set utf8mb4 collate utf8mb4_bin;
  insert into user (ID, username, email, active, verified) values (101, 'ΟΔΟΣ', 'ΟΔΟΣ@example.org', 1, 1),
    (102, 'οδοσ', 'οδοσ@example.org', 1, 1), (103, 'οδοσ-102', 'c@example.org', 1, 1),
    (104, 'zoe-105', 'd@example.org', 1, 1), (105, 'Zoe', 'e@example.org', 1, 1), (106, 'zoe', 'f@example.org', 1, 1),
    (107, 'zoe-106', 'g@example.org', 1, 1), (108, 'İlk', 'İ@example.org', 1, 1), (109, 'ilk', 'i@example.org', 1, 1);`;

let maria: Maria;
let lectern: EmptyLectern;
let imported: Imported;

beforeAll(async () => {
  maria = await startMaria();
  await maria.load('letters', cautions() + names);
  lectern = await emptyLectern();
  imported = await importLegacy(maria.urlOf('letters'), lectern);
});

afterAll(async () => {
  await maria.stop();
  await lectern.remove();
});

it('usernames that only PostgreSQL holds equal in lower case are repaired by the report', async () => {
  expect(await rowsOf(lectern.pool, 'select id, username, email from users where id > 100 order by id')).toEqual([
    ['101', 'ΟΔΟΣ', 'ΟΔΟΣ@example.org'],
    ['102', 'οδοσ-102-102', 'user-102@lectern.invalid'],
    ['103', 'οδοσ-102', 'c@example.org'],
    ['104', 'zoe-105', 'd@example.org'],
    ['105', 'Zoe', 'e@example.org'],
    ['106', 'zoe-106-106', 'f@example.org'],
    ['107', 'zoe-106', 'g@example.org'],
    ['108', 'İlk', 'İ@example.org'],
    ['109', 'ilk-109', 'user-109@lectern.invalid'],
  ]);
  expect(reasonsFor(imported, 'user', 102)).toContain('repaired: a duplicate username got the ID as suffix');
});
