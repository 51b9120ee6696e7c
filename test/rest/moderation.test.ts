import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, inOrder, metaOf, recordOf, recordsOf } from './ask.js';

const reported = { created_at: '2026-06-02T08:00:00Z' };

describe('moderation by hosts (contract §3.8, §3.2 Claims overview)', () => {
  let service: TestService;
  let [event, talk, author, reporter] = ['', '', '', ''];
  const tokens: Record<string, string> = {};
  const v21 = (path: string) => `${service.base}/v2.1/${path}`;
  const below = (path: string) => `/v2.1/events/${event}/${path}`;

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    event = await make.createEvent(pool);
    talk = await make.createTalk(pool, event);
    author = await make.createUser(pool);
    reporter = await make.createUser(pool, { username: 'watcher' });
    const host = await make.createUser(pool);
    const admin = await make.createUser(pool, { is_admin: true });
    await make.createHost(pool, event, host);
    for (const [name, id] of Object.entries({ stranger: author, host, admin })) {
      tokens[name] = await make.createToken(pool, id);
    }
  });
  afterAll(() => service.stop());

  describe.each(['comments/reported', 'talk_comments/reported', 'claims'])('%s', (path) => {
    const said: Record<string, [string, string]> = {
      claims: [
        'You must be logged in to view pending claims',
        'You do not have permission to view the claims of this event',
      ],
    };
    const [login, denial] = said[path] ?? ['You must log in to do that', "You don't have permission to do that"];

    it.each([
      ['anonymous', 401, login],
      ['stranger', 403, denial],
      ['host', 200, undefined],
      ['admin', 200, undefined],
    ])('responds to %s with %i', async (who, status, sentence) => {
      const answer = await ask(service, below(path), { token: tokens[who] });
      expect(answer.status).toBe(status);
      if (sentence !== undefined) expect(bodyOf(answer)).toEqual([sentence]);
      if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="lectern"');
    });

    it('reports an unknown token', async () => {
      const answer = await ask(service, below(path), { token: 'lec_unknown' });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="lectern", error="invalid_token"');
    });
  });

  const undecided = (comment: unknown) => ({
    reporting_date: '2026-06-02T08:00:00+00:00',
    decision: null,
    deciding_date: null,
    reporting_user_username: 'watcher',
    deciding_user_username: null,
    comment,
    reporting_user_uri: v21(`users/${reporter}`),
    event_uri: v21(`events/${event}`),
  });

  it('shows undecided reports of event comments, with the verbose comment, in UTC', async () => {
    const { pool } = service.database;
    const comment = await make.createEventComment(pool, event, { user_id: author, comment: 'No & <no>' });
    const before = recordOf(await ask(service, `/v2.1/event_comments/${comment}?verbose=yes`), 'comments');
    await pool.query('update event_comments set is_hidden = true where id = $1', [comment]);
    await make.createReport(pool, event, { event_comment_id: comment, reporter_id: reporter, ...reported });
    const decided = { decision: 'REJECTED', decided_at: '2026-06-03T08:00:00Z' };
    await make.createReport(pool, event, { event_comment_id: comment, reporter_id: reporter, ...decided });
    const answer = await ask(service, below('comments/reported'), { token: tokens['host'] });
    expect(inOrder(recordsOf(answer, 'reports'))).toBe(inOrder([undecided(before)]));
    expect(metaOf(answer)).toMatchObject({ count: 1, total: 1, user_uri: expect.any(String) });
    expect(Object.keys(bodyOf(answer))).toEqual(['reports', 'meta']);
  });

  it('shows undecided reports of talk comments, private ones too, with a link to the talk', async () => {
    const { pool } = service.database;
    const comment = await make.createTalkComment(pool, event, talk, { user_id: author });
    const before = recordOf(await ask(service, `/v2.1/talk_comments/${comment}?verbose=yes`), 'comments');
    await pool.query('update talk_comments set is_hidden = true where id = $1', [comment]);
    await make.createReport(pool, event, { talk_comment_id: comment, reporter_id: reporter, ...reported });
    const answer = await ask(service, below('talk_comments/reported'), { token: tokens['admin'] });
    expect(inOrder(recordsOf(answer, 'reports'))).toBe(
      inOrder([{ ...undecided(before), talk_uri: v21(`talks/${talk}`) }]),
    );
  });

  it('shows claims that await either side, and what to approve when verbose', async () => {
    const { pool } = service.database;
    const date = { created_at: '2026-05-02T10:00:00+02:00' };
    const speakers = [
      await make.createSpeaker(pool, event, talk, { display_name: 'On Stage' }),
      await make.createSpeaker(pool, event, talk, { display_name: 'Named by host' }),
    ];
    await make.createClaim(pool, event, talk, speakers[0] ?? '', author, {
      claimed_at: '2026-05-02T08:00:00Z',
      ...date,
    });
    await make.createClaim(pool, event, talk, speakers[1] ?? '', author, {
      assigned_at: '2026-05-02T08:00:00Z',
      ...date,
    });
    const claim = (display_name: string, verbose: boolean) => ({
      date_added: '2026-05-02T08:00:00+00:00',
      display_name,
      speaker_uri: v21(`users/${author}`),
      talk_uri: v21(`talks/${talk}`),
      ...(verbose && { approve_claim_uri: v21(`talks/${talk}/speakers`) }),
    });
    for (const verbose of [false, true]) {
      const answer = await ask(service, below(`claims${verbose ? '?verbose=yes' : ''}`), { token: tokens['host'] });
      expect(inOrder(recordsOf(answer, 'claims'))).toBe(
        inOrder([claim('On Stage', verbose), claim('Named by host', verbose)]),
      );
    }
  });

  it('paginates neither reports nor claims', async () => {
    const { pool } = service.database;
    const own = await make.createEvent(pool);
    const held = await make.createTalk(pool, own);
    for (let index = 0; index < 22; index += 1) {
      const said = await make.createEventComment(pool, own, { is_hidden: true });
      await make.createReport(pool, own, { event_comment_id: said, reporter_id: reporter });
      const speaker = await make.createSpeaker(pool, own, held);
      await make.createClaim(pool, own, held, speaker, author);
    }
    for (const [path, name] of [
      ['comments/reported', 'reports'],
      ['claims', 'claims'],
    ] as const) {
      const answer = await ask(service, `/v2.1/events/${own}/${path}`, { token: tokens['admin'] });
      expect(recordsOf(answer, name)).toHaveLength(22);
      expect(metaOf(answer)).toMatchObject({ count: 22, total: 22 });
      expect(metaOf(answer)).not.toHaveProperty('next_page');
    }
  });
});
