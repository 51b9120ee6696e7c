import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { areEqualTexts, digestedSql, digestValues, plainText } from '../../../src/transfer/schedule/plain-text.js';
import { readSchedule, type Query } from '../../../src/transfer/schedule/read-schedule.js';
import * as make from '../../support/factories.js';
import { startService, type TestService } from '../../support/service.js';
import { countsOf, createHosting, uploadSchedule } from './upload.js';

let service: TestService;
let [event, host, hostId] = ['', '', ''];
beforeAll(async () => {
  service = await startService();
  ({ event, host, hostId } = await createHosting(service));
});
afterAll(() => service.stop());

const upload = (file: string, dryRun = false) => uploadSchedule(service, host, { eventId: event, dryRun }, file);
const csv = (...rows: string[]) => ['id,title,start,description', ...rows].join('\n');

describe('The digest of a text', () => {
  const characters = [
    ...[
      'a',
      'é',
      '😀',
      '\\',
      "'",
      '"',
      ' ',
      '\n',
      '\r',
      '\r\n',
      '\t',
      '\v',
      '\f',
      '\u0001',
      '\u001f',
      '\u007f',
      '\u0085',
    ],
    ...['\u00a0', '\u1680', '\u180e', '\u2000', '\u200a', '\u200b', '\u2028', '\u2029', '\u202f', '\u205f', '\u3000'],
    ...['\ufeff', '\ufffe', '\uffff', '%', '_', '$1'],
  ];

  it('is that of its plain text, whatever blanks and controls it contains', async () => {
    const texts = Array.from({ length: 500 }, () =>
      Array.from({ length: 6 }, () => characters[Math.floor(Math.random() * characters.length)]).join(''),
    );
    const { rows } = await service.database.pool.query<{
      text: string;
      digested: { digest: string; beginning: string };
    }>(`select text, ${digestedSql('text', '$2', '$3')} as digested from unnest($1::text[]) text`, [
      texts,
      ...digestValues,
    ]);
    expect(rows.map(({ text }) => text)).toEqual(texts);
    for (const { text, digested } of rows) {
      expect([text, areEqualTexts(digested, plainText(text)), digested.beginning]).toEqual([text, true, text]);
      expect(areEqualTexts(digested, `${text}x`)).toBe(false);
    }
  });
});

describe('An import compares descriptions without reading them', () => {
  it('also those that it received before', async () => {
    const { pool } = service.database;
    const other = await make.createEvent(pool);
    const description = 'é'.repeat(60_000);
    for (let n = 0; n < 50; n += 1) {
      const talk = await make.createTalk(pool, other, { description });
      await pool.query(
        `insert into talk_origins (event_id, source, foreign_id, talk_id, seen)
          values ($1, 'csv', $2, $3, jsonb_build_object('description', $4::text))`,
        [other, `id ${n}`, talk, description],
      );
    }
    let bytes = 0;
    const query: Query = async <Row>(text: string, values?: unknown[]) => {
      const { rows } = await pool.query(text, values);
      bytes += Buffer.byteLength(JSON.stringify(rows));
      return rows as Row[];
    };
    const { talks, origins } = await readSchedule(query, other, 'csv');
    expect([talks.length, origins.length]).toEqual([50, 50]);
    expect(bytes).toBeLessThan(100_000);
  });

  it('and keeps what it received: while both sides differ, and while the source does not state it', async () => {
    const { pool } = service.database;
    await upload(csv('1,Talk,2026-06-01 10:00,Received'));
    await pool.query("update talks set description = ' Corrected' || E'\\r\\n' where event_id = $1", [event]);
    const seen = async () => {
      const { rows } = await pool.query(
        `select t.description, o.seen->>'description' as seen from talk_origins o join talks t on t.id = o.talk_id
          where o.event_id = $1`,
        [event],
      );
      return rows.map(({ description, seen: received }) => [description, received]);
    };
    const corrected = ' Corrected\r\n';
    const conflict = await upload(csv('1,Talk,2026-06-01 10:00,Changed'));
    expect(countsOf(conflict)).toEqual([[0, 0, 0, 0, 0, 1], ['BOTH_CHANGED']]);
    expect(conflict.data.importSchedule.report.problems[0].text).toContain('the stored value " Corrected');
    expect(await seen()).toEqual([[corrected, 'Received']]);

    expect(countsOf(await upload('id,title,start\n1,Renamed,2026-06-01 11:00'))).toEqual([[0, 0, 1, 0, 0, 0], []]);
    expect(await seen()).toEqual([[corrected, 'Received']]);

    expect(countsOf(await upload(csv('1,Renamed,2026-06-01 11:00,Corrected')))).toEqual([[0, 0, 0, 0, 0, 1], []]);
    expect(await seen()).toEqual([[corrected, 'Corrected']]);
    expect(countsOf(await upload(csv('1,Renamed,2026-06-01 11:00,Latest')))).toEqual([[0, 1, 0, 0, 0, 0], []]);
    expect(await seen()).toEqual([['Latest', 'Latest']]);
  });

  it('if a talk gets another identity with its title', async () => {
    const { pool } = service.database;
    const other = await make.createEvent(pool);
    await make.createHost(pool, other, hostId);
    const send = (file: string) => uploadSchedule(service, host, { eventId: other, dryRun: false }, file);
    await send('title,start,description,speakers\nOld,2026-06-01 10:00,Received,Ada');
    await pool.query("update talks set description = 'Corrected' where event_id = $1", [other]);
    const renamed = await send('title,start,description,speakers\nNew,2026-06-01 10:00,Changed,Ada');
    expect(countsOf(renamed)).toEqual([[0, 1, 0, 0, 0, 0], ['BOTH_CHANGED']]);
    const { rows } = await pool.query(
      `select o.foreign_id, o.seen->>'description' as seen from talk_origins o where o.event_id = $1`,
      [other],
    );
    expect(rows).toEqual([{ foreign_id: 'new|ada', seen: 'Received' }]);
  });
});
