import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ask as askGraph } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf, type Json } from './ask.js';

const OUTSIDE = 'The talk must be held between the start and end date of the event';
const [BEFORE, AFTER] = ['2026-05-20T10:00:00+02:00', '2026-06-20T10:00:00+02:00'];

let service: TestService;
let token: string;
let [event, talk] = ['', ''];

beforeAll(async () => {
  service = await startService();
  const user = await make.createUser(service.database.pool);
  token = await make.createToken(service.database.pool, user);
  event = await make.createEvent(service.database.pool);
  await make.createHost(service.database.pool, event, user);
});
beforeEach(async () => {
  talk = await make.createTalk(service.database.pool, event, { title: 'Early bird' });
});
afterAll(() => service.stop());

/** The talk as v2.1 shows it. */
const shown = async (): Promise<Json> => recordOf(await ask(service, `/v2.1/talks/${talk}`), 'talks');
const put = (changes: Json) =>
  shown().then((record) =>
    ask(service, `/v2.1/talks/${talk}`, { method: 'PUT', token, body: { ...record, ...changes } }),
  );
const moveTo = (start: string) =>
  service.database.pool.query('update talks set starts_at = $2 where id = $1', [talk, start]);

describe.each([BEFORE, AFTER, '2026-05-20T10:00:00.75+02:00'])(
  'A talk outside the days of its event, at %s,',
  (start) => {
    it('is replaced as it is shown, with an unchanged start', async () => {
      await moveTo(start);
      const before = await shown();
      const answer = await put({ talk_title: 'Late bird' });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(await shown()).toMatchObject({ talk_title: 'Late bird', start_date: before['start_date'] });
    });

    it('cannot move to another time outside, but into the event', async () => {
      await moveTo(start);
      const refused = await put({ start_date: '2026-05-21T10:00:00+02:00' });
      expect([refused.status, bodyOf(refused)]).toEqual([400, [OUTSIDE]]);
      expect((await put({ start_date: '2026-06-01 10:00' })).status).toBe(204);
    });

    it.each(['replaceTalk', 'updateTalk'])('is changed by %s with its start', async (mutation) => {
      await moveTo(start);
      const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
      const change = (startDate: string) =>
        askGraph(service, `mutation ($input: ${type}!) { ${mutation}(input: $input) { talk { title } } }`, {
          token,
          variables: { input: { talkId: talk, title: 'Owl', description: 'All of it', startDate } },
        });
      expect((await change(String((await shown())['start_date']))).errors).toEqual([]);
      const { errors } = await change('2026-05-21T10:00:00+02:00');
      expect(errors[0]?.extensions.problems).toEqual([{ reason: 'TALK_OUTSIDE_EVENT', field: 'startDate' }]);
    });
  },
);
