import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import {
  createEvent,
  createEventComment,
  createReport,
  createTalk,
  createTalkComment,
  createUser,
} from '../support/factories.js';
import { commandLine, type CommandLine } from './command.js';

let line: CommandLine;
let reports: string[];
let comments: { readonly event: string; readonly talk: string };

beforeAll(async () => {
  line = await commandLine();
  const { pool } = line.database;
  const host = await createUser(pool, { username: 'host' });
  await createUser(pool, { username: 'ada', is_admin: true });
  const event = await createEvent(pool, { name: 'Small Gardens' });
  const talk = await createTalk(pool, event, { title: 'Soil' });
  const hidden = { user_id: host, is_hidden: true };
  comments = {
    event: await createEventComment(pool, event, { comment: 'Buy my seeds', ...hidden }),
    talk: await createTalkComment(pool, event, talk, { comment: 'x'.repeat(80), ...hidden }),
  };
  reports = [
    await createReport(pool, event, { event_comment_id: comments.event, reporter_id: host }),
    await createReport(pool, event, { talk_comment_id: comments.talk, reporter_id: host }),
  ];
});
afterAll(cleanUp);

describe('moderate', () => {
  const isHidden = async (table: string, id: string) => {
    const { rows } = await line.database.pool.query<{ hidden: boolean }>(
      `select is_hidden as hidden from ${table} where id = $1`,
      [id],
    );
    return rows[0]?.hidden;
  };

  it('lists the reports that await a decision', async () => {
    const { output } = await line.lectern('moderate', 'list');
    expect(output.split('\n')[0]).toMatch(/^REPORT {2}EVENT +TALK +AUTHOR +REPORTED BY +REPORTED \(UTC\) +COMMENT$/);
    expect(output).toContain(`${'x'.repeat(59)}…\n`);
    expect(output).toMatch(/\d+ Small Gardens +- +host +host +.* Buy my seeds\n/);
  });

  it('upholds one report: the comment stays hidden; rejects another: it is visible and counted again', async () => {
    const [onEvent = '', onTalk = ''] = reports;
    expect((await line.lectern('moderate', 'decide', onEvent, 'uphold', '--as', 'ada')).code).toBe(1);
    expect(await line.lectern('moderate', 'decide', onEvent, 'uphold', '--as', 'ada', '--yes')).toMatchObject({
      code: 0,
      output: `The comment of report ${onEvent} stays hidden.\n`,
    });
    expect(await isHidden('event_comments', comments.event)).toBe(true);
    expect((await line.lectern('moderate', 'decide', onTalk, 'reject', '--as', 'ada', '--yes')).code).toBe(0);
    expect(await isHidden('talk_comments', comments.talk)).toBe(false);
    expect(await line.lectern('doctor', '--json')).toMatchObject({ code: 0, output: '[]\n' });
    const { rows } = await line.database.pool.query(
      'select decision, username from comment_reports r join users u on u.id = r.decided_by_id order by r.id',
    );
    expect(rows).toEqual([
      { decision: 'UPHELD', username: 'ada' },
      { decision: 'REJECTED', username: 'ada' },
    ]);
  });

  it('rejects a second decision', async () => {
    expect((await line.lectern('moderate', 'list', '--json')).output).toEqual('[]\n');
    expect(await line.lectern('moderate', 'decide', reports[0] ?? '', 'reject', '--yes', '--as', 'ada')).toEqual({
      code: 1,
      output: '',
      errors: `No pending report ${reports[0]}: look it up with moderate list.\n`,
    });
  });
});
