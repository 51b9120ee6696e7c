import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf, recordsOf, type Json } from './ask.js';

let service: TestService;
let event: string;
let talk: string;
let ada: string;
let adaToken: string;
let bobToken: string;
let hostToken: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

beforeEach(async () => {
  const { pool } = service.database;
  const account = async (row: Json) => make.createUser(pool, row);
  ada = await account({ full_name: 'Ada' });
  const [bob, host] = [await account({ full_name: 'Bob' }), await account({ email: `${make.unique()}@host.example` })];
  [adaToken, bobToken, hostToken] = [
    await make.createToken(pool, ada),
    await make.createToken(pool, bob),
    await make.createToken(pool, host),
  ];
  event = await make.createEvent(pool, { name: 'Machines' });
  talk = await make.createTalk(pool, event, { title: 'Engines' });
  await make.createHost(pool, event, host);
  await make.createHost(pool, event, await account({ is_active: false }));
  await service.takeMail();
});

const kinds = {
  talk: {
    path: 'talk_comments',
    make: (row: Json) => make.createTalkComment(service.database.pool, event, talk, row),
    collection: () => `/v2.1/talks/${talk}/comments`,
    reports: () => `/v2.1/events/${event}/talk_comments/reported`,
    count: async () => recordOf(await ask(service, `/v2.1/talks/${talk}`), 'talks')['comment_count'],
    subject: { eventName: 'Machines', talkTitle: 'Engines' },
  },
  event: {
    path: 'event_comments',
    make: (row: Json) => make.createEventComment(service.database.pool, event, row),
    collection: () => `/v2.1/events/${event}/comments`,
    reports: () => `/v2.1/events/${event}/comments/reported`,
    count: async () => recordOf(await ask(service, `/v2.1/events/${event}`), 'events')['event_comments_count'],
    subject: { eventName: 'Machines', talkTitle: null },
  },
} as const;

const refusal = async (asked: ReturnType<typeof ask>) => {
  const answer = await asked;
  return [answer.status, bodyOf(answer)];
};

describe.each(['talk', 'event'] as const)(
  'a comment on a %s after a report by a user (spec §3, contract §3.8)',
  (name) => {
    const kind = kinds[name];
    let address: string;

    beforeEach(async () => {
      const author = await make.createUser(service.database.pool);
      address = `/v2.1/${kind.path}/${await kind.make({ comment: 'Rude', user_id: author })}`;
    });

    const report = (token: string | undefined) => ask(service, `${address}/reported`, { method: 'POST', token });
    const decide = (decision: unknown, token: string | undefined = hostToken) =>
      ask(service, `${address}/reported`, { method: 'PUT', token, body: { decision } });
    const reports = async () => recordsOf(await ask(service, kind.reports(), { token: hostToken }), 'reports');
    const isSeen = async () => (await ask(service, address, { token: hostToken })).status === 200;

    it('is hidden immediately; its hosts are notified, and see the report', async () => {
      const answer = await report(adaToken);
      expect([answer.status, answer.text]).toEqual([202, '']);
      expect(answer.headers.get('location')).toBe(service.base + kind.collection());
      expect(await isSeen()).toBe(false);
      expect(recordsOf(await ask(service, kind.collection(), { token: hostToken }), 'comments')).toEqual([]);
      expect(await kind.count()).toBe(0);
      const [one, ...others] = await reports();
      expect(others).toEqual([]);
      expect(one).toMatchObject({ decision: null, reporting_user_uri: `${service.base}/v2.1/users/${ada}` });
      expect((one?.['comment'] as Json)['comment']).toBe('Rude');
      const letters = await service.takeMail();
      const url = expect.stringMatching(/\/dashboard\?report=\d+$/);
      const data = { ...kind.subject, reporter: 'Ada', comment: 'Rude', url };
      expect(letters).toMatchObject([{ kind: 'comment_reported', to: expect.stringContaining('@host.example'), data }]);
    });

    it('can be reported again: each reporter is stored once, and the hosts get one mail each', async () => {
      for (const token of [adaToken, adaToken, bobToken, adaToken, bobToken]) {
        const answer = await report(token);
        expect([answer.status, answer.headers.get('location')]).toEqual([202, service.base + kind.collection()]);
      }
      expect(await reports()).toHaveLength(2);
      expect(await service.takeMail()).toHaveLength(2);
    });

    it('stays hidden after a host approves, for all its reports; another report then changes nothing', async () => {
      for (const token of [adaToken, bobToken]) await report(token);
      const answer = await decide('approved');
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers.get('location')).toBe(service.base + kind.collection());
      expect([await isSeen(), await reports(), await kind.count()]).toEqual([false, [], 0]);
      expect((await report(adaToken)).status).toBe(202);
      expect([await isSeen(), await reports()]).toEqual([false, []]);
    });

    it('is visible again after a host denies, until another user reports it; a decision can be changed', async () => {
      await report(adaToken);
      expect((await decide('denied')).status).toBe(204);
      expect([await isSeen(), await reports(), await kind.count()]).toEqual([true, [], 1]);
      await decide('approved');
      expect(await isSeen()).toBe(false);
      await decide('denied');
      expect(await isSeen()).toBe(true);
      await report(bobToken);
      expect([await isSeen(), (await reports()).length]).toEqual([false, 1]);
      const { rows } = await service.database.pool.query(
        'select decision, decided_by_id is null as open from comment_reports where event_id = $1 order by id',
        [event],
      );
      expect(rows).toEqual([
        { decision: 'REJECTED', open: false },
        { decision: null, open: true },
      ]);
    });

    it('stays visible when the reporter of a rejected report reports it again, until it is edited', async () => {
      await report(adaToken);
      await decide('denied');
      await service.takeMail();
      const answer = await report(adaToken);
      expect([answer.status, await isSeen(), await reports(), await kind.count()]).toEqual([202, true, [], 1]);
      expect(await service.takeMail()).toEqual([]);
      if (name === 'event') return;
      const id = address.split('/').at(-1);
      await service.database.pool.query(
        "update talk_comments set comment = 'Ruder', edited_at = now() + interval '1 second' where id = $1",
        [id],
      );
      await report(adaToken);
      expect([await isSeen(), (await reports()).length]).toEqual([false, 1]);
    });

    it('can be decided by hosts and administrators; others get 403 before the decision is validated', async () => {
      const { pool } = service.database;
      await report(adaToken);
      expect(await refusal(decide('denied', adaToken))).toEqual([403, ["You don't have permission to do that"]]);
      expect(await refusal(decide('nonsense', bobToken))).toEqual([403, ["You don't have permission to do that"]]);
      for (const decision of [undefined, null, '', 'APPROVED', 'UPHELD', true, ['approved'], { approved: 1 }]) {
        expect(await refusal(decide(decision))).toEqual([400, ['Unexpected decision']]);
      }
      expect([await isSeen(), (await reports()).length]).toEqual([false, 1]);
      const admin = await make.createToken(pool, await make.createUser(pool, { is_admin: true }));
      expect((await decide('denied', admin)).status).toBe(204);
      expect(await isSeen()).toBe(true);
    });

    it('requires a login', async () => {
      const reporting = await ask(service, `${address}/reported`, { method: 'POST' });
      expect([reporting.status, bodyOf(reporting)]).toEqual([401, ['You must log in to report a comment']]);
      const deciding = await ask(service, `${address}/reported`, { method: 'PUT', body: { decision: 'denied' } });
      expect([deciding.status, bodyOf(deciding)]).toEqual([401, ['You must log in to moderate a comment']]);
      expect(await isSeen()).toBe(true);
    });

    it('must exist: 404 for unknown IDs, comments without a report, and hidden events', async () => {
      const { pool } = service.database;
      const hidden = `/v2.1/${kind.path}/${await kind.make({ is_hidden: true })}`;
      for (const path of [`/v2.1/${kind.path}/999999`, hidden]) {
        for (const method of ['POST', 'PUT']) {
          const body = { decision: 'denied' };
          const said = refusal(ask(service, `${path}/reported`, { method, token: hostToken, body }));
          expect([path, method, ...(await said)]).toEqual([path, method, 404, ['Comment not found']]);
        }
      }
      expect(await refusal(decide('approved'))).toEqual([404, ['Comment not found']]);
      expect(await isSeen()).toBe(true);
      await report(adaToken);
      await pool.query("update events set status = 'REJECTED' where id = $1", [event]);
      expect(await refusal(report(bobToken))).toEqual([404, ['Comment not found']]);
      expect(await refusal(decide('nonsense', bobToken))).toEqual([404, ['Comment not found']]);
      expect((await decide('denied')).status).toBe(204);
    });
  },
);

describe('a private comment (decisions no. 15)', () => {
  it('can be reported by those who see it; for others it does not exist, reported or not', async () => {
    const { pool } = service.database;
    const author = await make.createToken(pool, ada);
    const speaker = await make.createUser(pool);
    await make.createSpeaker(pool, event, talk, { user_id: speaker });
    const id = await make.createTalkComment(pool, event, talk, { user_id: ada, is_private: true });
    const report = (token: string) => ask(service, `/v2.1/talk_comments/${id}/reported`, { method: 'POST', token });
    expect(await refusal(report(bobToken))).toEqual([404, ['Comment not found']]);
    for (const token of [await make.createToken(pool, speaker), author, hostToken]) {
      expect((await report(token)).status).toBe(202);
    }
    expect(await refusal(report(bobToken))).toEqual([404, ['Comment not found']]);
  });
});
