import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { recordOf, type Json } from './ask.js';
import { pathOf, startProgramme, talk, type Programme, type Who } from './programme.js';

let on: Programme;
let id = '';
let renee = '';

beforeAll(async () => {
  on = await startProgramme();
});
afterAll(() => on.service.stop());

const put = (speakers: unknown, who: Who = 'host') => on.ask('PUT', pathOf(id), { who, body: { ...talk, speakers } });
const speakersOf = async () => ((await on.read(id))['speakers'] as Json[]).map(({ speaker_name: name }) => name);
const stored = async () =>
  (
    await on.pool.query<{ display_name: string; user_id: string | null }>(
      'select display_name, user_id from talk_speakers where talk_id = $1 order by id',
      [id],
    )
  ).rows.map(({ display_name: name, user_id: user }) => [name, user]);
const letters = async () => (await on.service.takeMail()).map(({ kind, to, data }) => ({ kind, to, data }));
const claim = (who: Who, username: string, name: string) =>
  on.ask('POST', `${pathOf(id)}/speakers`, { who, body: { display_name: name, username } });

beforeEach(async () => {
  renee = await make.createUser(on.pool, { full_name: 'Renée Zoë', email: `renee${make.unique()}@example.org` });
  id = String((await on.added({ ...talk, talk_title: `Talk ${make.unique()}`, speakers: [] }))['id']);
  await on.service.takeMail();
});

describe('a linked speaker has the printed name and that of the account (decisions no. 46)', () => {
  it.each([
    ['as printed', 'R. Zoë'],
    ['in another case', 'r. ZOË'],
    ['decomposed', 'R. Zoe\u0308'],
    ['with blanks around it', ' R. Zoë\t'],
    ['as the account has it', 'Renée Zoë'],
    ['as the account has it, in capitals and decomposed', 'RENE\u0301E ZOE\u0308'],
  ])('and stays if PUT lists the name %s', async (_, name) => {
    const speaker = await make.createSpeaker(on.pool, on.event, id, { display_name: 'R. Zoë', user_id: renee });
    expect((await put([name, 'Bob'])).status).toBe(204);
    expect(await stored()).toEqual([
      ['R. Zoë', renee],
      ['Bob', null],
    ]);
    const { rows } = await on.pool.query('select 1 from talk_speakers where id = $1', [speaker]);
    expect([rows.length, await letters()]).toEqual([1, []]);
  });

  it('also after the approval of the claim', async () => {
    await put(['S. Speaker']);
    const { rows } = await on.pool.query<{ username: string }>('select username from users where id = $1', [
      on.users.speaker,
    ]);
    const username = rows[0]?.username ?? '';
    for (const who of ['speaker', 'host'] as const) expect((await claim(who, username, 's. speaker')).status).toBe(204);
    expect([await speakersOf(), await stored()]).toEqual([['Sam Speaker'], [['S. Speaker', on.users.speaker]]]);
    await put(['S. Speaker']);
    expect(await speakersOf()).toEqual(['Sam Speaker']);
    const query = `{ talk(id: ${id}) { speakers { id name printedName userId } } }`;
    const { speakers } = (await askData(on.service, query)).talk;
    const both = { name: 'Sam Speaker', printedName: 'S. Speaker' };
    expect(speakers).toEqual([{ id: expect.any(String), ...both, userId: on.users.speaker }]);
    await on.ask('DELETE', `${pathOf(id)}/speakers/${on.users.speaker}`);
    expect(await speakersOf()).toEqual(['S. Speaker']);
  });

  it('also if Lectern 1.0.0, which overwrites the printed name, links the account', async () => {
    const speaker = await make.createSpeaker(on.pool, on.event, id, { display_name: 'R. Zoë' });
    await on.pool.query('update talk_speakers set user_id = $1, display_name = $2 where id = $3', [
      ...[renee, 'Renée Zoë', speaker],
    ]);
    expect(await stored()).toEqual([['R. Zoë', renee]]);
  });

  it('also if the list swaps its names with those of another speaker', async () => {
    await make.createSpeaker(on.pool, on.event, id, { display_name: 'X', user_id: renee });
    const other = await make.createSpeaker(on.pool, on.event, id, { display_name: 'Renée Zoë' });
    await make.createClaim(on.pool, on.event, id, other, on.users.speaker);
    await put(['X', 'Renée Zoë']);
    expect(await stored()).toEqual([
      ['X', renee],
      ['Renée Zoë', null],
    ]);
    expect((await on.pool.query('select 1 from speaker_claims where talk_id = $1', [id])).rowCount).toBe(1);
  });

  it('is removed, and notified, only if neither name is in the list', async () => {
    await make.createSpeaker(on.pool, on.event, id, { display_name: 'R. Zoë', user_id: renee });
    const { rows } = await on.pool.query<{ email: string }>('select email from users where id = $1', [renee]);
    await put(['Bob']);
    const data = { speakerName: 'R. Zoë', eventName: expect.any(String), talkTitle: talk.talk_title, isPending: false };
    expect(await letters()).toMatchObject([{ kind: 'speaker_removed', to: rows[0]?.email, data }]);
    expect(await stored()).toEqual([['Bob', null]]);
  });

  it('is not notified of what the speaker does', async () => {
    await make.createSpeaker(on.pool, on.event, id, { display_name: 'S', user_id: on.users.speaker });
    expect((await put(['Bob'], 'speaker')).status).toBe(204);
    expect([await stored(), await letters()]).toEqual([[['Bob', null]], []]);
  });

  it('is not notified if the account is inactive', async () => {
    const gone = await make.createUser(on.pool, { full_name: 'Gone', is_active: false });
    await make.createSpeaker(on.pool, on.event, id, { display_name: 'G', user_id: gone });
    await put(['gone']);
    expect(await stored()).toEqual([['G', gone]]);
    await put([]);
    expect([await stored(), await letters()]).toEqual([[], []]);
  });

  it('is notified if another person unlinks the account', async () => {
    await make.createSpeaker(on.pool, on.event, id, { display_name: 'R. Zoë', user_id: renee });
    await make.createSpeaker(on.pool, on.event, id, { display_name: 'S', user_id: on.users.speaker });
    await on.ask('DELETE', `${pathOf(id)}/speakers/${renee}`);
    expect(await letters()).toMatchObject([{ kind: 'speaker_removed', data: { speakerName: 'R. Zoë' } }]);
    await on.ask('DELETE', `${pathOf(id)}/speakers/${on.users.speaker}`, { who: 'speaker' });
    expect([await stored(), await letters()]).toEqual([
      [
        ['R. Zoë', null],
        ['S', null],
      ],
      [],
    ]);
  });
});

describe('a claim that awaits approval', () => {
  it('stays if PUT writes the name in another form, which is printed from then on', async () => {
    const waiting = await make.createSpeaker(on.pool, on.event, id, { display_name: 'R. Zoë' });
    const pending = await make.createClaim(on.pool, on.event, id, waiting, renee);
    await put(['R. ZOE\u0308']);
    expect([await speakersOf(), await letters()]).toEqual([['R. ZOE\u0308'], []]);
    expect((await on.pool.query('select id from speaker_claims where talk_id = $1', [id])).rows).toEqual([
      { id: pending },
    ]);
  });

  it('ends with its speaker: the claimant is notified, and the event log records it', async () => {
    const waiting = await make.createSpeaker(on.pool, on.event, id, { display_name: 'R. Zoë' });
    const pending = await make.createClaim(on.pool, on.event, id, waiting, renee);
    await put(['Bob']);
    expect(await letters()).toMatchObject([
      { kind: 'speaker_removed', data: { speakerName: 'R. Zoë', isPending: true } },
    ]);
    const { rows } = await on.pool.query(
      "select record_id from event_log where talk_id = $1 and kind = 'claim.decided'",
      [id],
    );
    expect(rows).toEqual([{ record_id: pending }]);
  });
});

describe('two speakers of the same name', () => {
  it('stay two: when a talk is added, when it is replaced, and with a claim', async () => {
    const speakers = ['Kim Lee', 'Kim Lee', 'kim lee '];
    const added = recordOf(await on.add({ ...talk, talk_title: `Kims ${make.unique()}`, speakers }), 'talks');
    expect(added['speakers']).toEqual(['Kim Lee', 'Kim Lee', 'kim lee'].map((name) => ({ speaker_name: name })));
    id = String(added['id']);
    const [first] = (await on.pool.query('select id from talk_speakers where talk_id = $1 order by id', [id])).rows;
    await on.pool.query('update talk_speakers set user_id = $1 where id = $2', [renee, first.id]);
    await put(['Kim Lee', 'Kim Lee']);
    expect(await stored()).toEqual([
      ['Kim Lee', renee],
      ['Kim Lee', null],
    ]);
    await put(['kim lee', 'Kim Lee', 'Kim Lee', ' ']);
    expect(await stored()).toEqual([
      ['Kim Lee', renee],
      ['Kim Lee', null],
      ['kim lee', null],
    ]);
    await put(['Kim Lee']);
    expect(await stored()).toEqual([['Kim Lee', renee]]);
  });
});
