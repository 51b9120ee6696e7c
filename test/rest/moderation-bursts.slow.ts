import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf } from './ask.js';
import { expectTrueCounters, tally, times } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function userToken(row: Record<string, unknown> = {}): Promise<string> {
  const { pool } = service.database;
  return make.createToken(pool, await make.createUser(pool, row));
}

describe('concurrent reports', () => {
  it('100 reports by ten users create one each, and send the hosts one mail each', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    await make.createHost(pool, event, await make.createUser(pool));
    const path = `/v2.1/event_comments/${await make.createEventComment(pool, event)}/reported`;
    const reporters = await Promise.all(times(10, () => userToken()));
    await service.takeMail();
    const answers = await Promise.all(
      times(100, (index) => ask(service, path, { method: 'POST', token: reporters[index % 10] })),
    );
    expect(tally(answers)).toEqual({ '202 ': 100 });
    const counts =
      'select count(*)::int as reports, count(distinct reporter_id)::int as reporters from comment_reports';
    expect((await pool.query(counts)).rows).toEqual([{ reports: 10, reporters: 10 }]);
    expect(await service.takeMail()).toHaveLength(10);
  });
});

describe('concurrent reports and decisions', () => {
  it.each(['talk', 'event'])('keep the visibility consistent with the reports: %s', async (kind) => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const talk = await make.createTalk(pool, event);
    const host = await make.createUser(pool);
    await make.createHost(pool, event, host);
    const hostToken = await make.createToken(pool, host);
    const reporters = await Promise.all(times(10, () => userToken()));
    const author = await make.createUser(pool);
    const authorToken = await make.createToken(pool, author);
    const row = { user_id: author };
    for (let round = 1; round <= 5; round += 1) {
      const id = await (kind === 'talk'
        ? make.createTalkComment(pool, event, talk, row)
        : make.createEventComment(pool, event, row));
      const path = `/v2.1/${kind}_comments/${id}`;
      await ask(service, `${path}/reported`, { method: 'POST', token: reporters[0] });
      await Promise.all([
        ...reporters.map((token) => ask(service, `${path}/reported`, { method: 'POST', token })),
        ...times(10, (index) =>
          ask(service, `${path}/reported`, {
            method: 'PUT',
            token: hostToken,
            body: { decision: index % 2 ? 'approved' : 'denied' },
          }),
        ),
        ...(kind === 'talk'
          ? times(5, (index) =>
              ask(service, path, { method: 'PUT', token: authorToken, body: { comment: `Round ${round}.${index}` } }),
            )
          : []),
      ]).then((answers) => expect(new Set(answers.map(({ status }) => status)).has(500)).toBe(false));

      const { rows } = await pool.query<{
        hidden: boolean;
        open: number;
        upheld: number;
        reporters: number;
        all: number;
      }>(
        `select c.is_hidden as hidden,
           count(*) filter (where r.decision is null)::int as open,
           count(*) filter (where r.decision = 'UPHELD')::int as upheld,
           count(distinct r.reporter_id) filter (where r.decision is null)::int as reporters
         from comment_reports r join ${kind}_comments c on c.id = r.${kind}_comment_id
         where c.id = $1 group by c.is_hidden`,
        [id],
      );
      const [state] = rows;
      expect(state?.hidden).toBe((state?.open ?? 0) > 0 || (state?.upheld ?? 0) > 0);
      expect(state?.reporters).toBe(state?.open);
      const decisions = await pool.query(
        `select distinct decision from comment_reports where ${kind}_comment_id = $1 and decision is not null`,
        [id],
      );
      if (state?.open === 0) expect(decisions.rows).toHaveLength(1);
    }
    await expectTrueCounters(service);
  });
});

describe('concurrent claims', () => {
  it('100 claims of one name by two users create one claim, and 100 approvals one speaker', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const talk = await make.createTalk(pool, event);
    await make.createSpeaker(pool, event, talk, { display_name: 'Ada' });
    const host = await make.createUser(pool);
    await make.createHost(pool, event, host);
    const names = times(2, () => `Claimant${make.unique()}`);
    const tokens = await Promise.all(names.map((username) => userToken({ username })));
    const claim = (token: string | undefined, username: string | undefined) =>
      ask(service, `/v2.1/talks/${talk}/speakers`, { method: 'POST', token, body: { display_name: 'Ada', username } });

    const answers = await Promise.all(times(100, (index) => claim(tokens[index % 2], names[index % 2])));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...times(99, () => 403)]);
    const { rows } = await pool.query<{ username: string }>(
      'select username from speaker_claims c join users u on u.id = c.user_id where talk_id = $1',
      [talk],
    );
    expect(rows).toHaveLength(1);

    const hostToken = await make.createToken(pool, host);
    const approvals = await Promise.all(times(100, () => claim(hostToken, rows[0]?.username)));
    expect(approvals.map(({ status }) => status).sort()).toEqual([204, ...times(99, () => 422)]);
    const speakers = recordOf(await ask(service, `/v2.1/talks/${talk}`), 'talks')['speakers'];
    expect(speakers).toMatchObject([{ speaker_uri: expect.stringContaining('/users/') }]);
    expect((await pool.query('select from speaker_claims where talk_id = $1', [talk])).rowCount).toBe(0);
  });

  it('speakers who comment while they are linked and unlinked do not count in the average', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const talks = await Promise.all(times(5, () => make.createTalk(pool, event)));
    const host = await make.createUser(pool);
    await make.createHost(pool, event, host);
    const hostToken = await make.createToken(pool, host);
    const username = `Speaker${make.unique()}`;
    const id = await make.createUser(pool, { username });
    const token = await make.createToken(pool, id);
    const outcomes = await Promise.all(
      talks.flatMap((talk) => {
        const at = `/v2.1/talks/${talk}`;
        const claim = { display_name: 'A Speaker', username };
        return [
          make
            .createSpeaker(pool, event, talk)
            .then(() => ask(service, `${at}/speakers`, { method: 'POST', token, body: claim }))
            .then(() => ask(service, `${at}/speakers`, { method: 'POST', token: hostToken, body: claim })),
          ...times(4, (index) =>
            ask(service, `${at}/comments`, { method: 'POST', token, body: { comment: `No. ${index}`, rating: 5 } }),
          ),
          ask(service, `${at}/speakers/${id}`, { method: 'DELETE', token: hostToken }),
        ];
      }),
    );
    expect(outcomes.filter(({ status }) => status >= 500).map((answer) => bodyOf(answer))).toEqual([]);
    await expectTrueCounters(service);
  });
});
