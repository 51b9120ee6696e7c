import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import type { Role } from '../permissions/truth.js';
import { bodyOf, inOrder, type Json } from '../rest/ask.js';
import { required } from '../rest/submission.js';
import { attempt, UNLIMITED, writeOf } from './attempt.js';
import { belowBase, openStage, type Stage } from './stage.js';

/** Contract §7.3: lines about stored data. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ...UNLIMITED, COMMENT_EDIT_MINUTES: '600' });
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

const talkFields = { talk_title: 'New', talk_description: 'Text', start_date: '2090-06-01 14:00' };

it('7.3.8 PUT keeps omitted CfP dates, and clears them and the coordinates if they are empty (contract 7.3-8, 3.2-72)', async () => {
  const path = `/events/${stage.at.event}`;
  const members = ['cfp_start_date', 'cfp_end_date', 'latitude', 'longitude', 'cfp_url', 'href'];
  const after = async (body: Json) => {
    expect((await stage.send(`PUT ${path}`, 'host', { ...required, ...body })).status).toBe(204);
    const event = await stage.read(`${path}?verbose=yes`, 'events', 'host');
    return members.map((member) => event[member]);
  };
  const kept = ['2026-01-01T01:00:00+01:00', '2026-02-01T01:00:00+01:00', 1, 2];
  expect(await after({})).toEqual([...kept, 'https://example.org/cfp', 'https://example.org/']);
  for (const empty of ['', null]) {
    await stage.snapshot.restore();
    expect(await after(Object.fromEntries(members.map((member) => [member, empty])))).toEqual(members.map(() => null));
  }
});

it('7.3.9 after unlinking, a name can be claimed again, and renamed speakers can be removed (contract 7.3-9, 3.5-22, 3.4-48)', async () => {
  const { at } = stage;
  const { talk, users } = at;
  const claim = (by: 'owner' | 'host') =>
    stage.told(`POST /talks/${talk}/speakers`, by, { display_name: 'Free', username: 'owner' });
  const speakers = async () => (await stage.read(`/talks/${talk}`, 'talks'))['speakers'] as Json[];
  const ofOwner = async () =>
    (await speakers()).filter(
      (one) => one['speaker_uri'] && belowBase(one['speaker_uri'], stage).endsWith(`/${users.owner}`),
    );
  for (let turn = 0; turn < 3; turn += 1) {
    expect([turn, (await claim('owner'))[0], (await claim('host'))[0]]).toEqual([turn, 204, 204]);
    expect(await ofOwner()).toMatchObject([{ speaker_name: 'The owner' }]);
    expect(await stage.told(`DELETE /talks/${talk}/speakers/${users.owner}`, 'host')).toEqual([
      204,
      '',
      `/v2.1/talks/${talk}`,
    ]);
    expect(await ofOwner()).toEqual([]);
  }
  const renamed = { full_name: 'Renamed Since', email: 'speaker@example.org' };
  expect((await stage.send(`PUT /users/${users.speaker}`, 'speaker', renamed)).status).toBe(204);
  expect(await speakers()).toContainEqual(expect.objectContaining({ speaker_name: 'Renamed Since' }));
  const names = (await speakers()).map(({ speaker_name }) => speaker_name).filter((name) => name !== 'Renamed Since');
  expect((await stage.send(`PUT /talks/${talk}`, 'host', { ...talkFields, speakers: names })).status).toBe(204);
  expect((await speakers()).map(({ speaker_name }) => speaker_name)).toEqual(names);
  await stage.snapshot.restore();
  await stage.send(`PUT /users/${users.speaker}`, 'speaker', renamed);
  expect((await attempt(stage, writeOf('unlinkSpeaker'), { by: 'host' })).length).toBe(2);
  expect((await stage.send(`DELETE /talks/${talk}/speakers/${users.speaker}`, 'host')).status).toBe(204);
  expect(bodyOf(await stage.send(`GET /users/${users.speaker}/talks`))['talks']).toEqual([]);
});

it('7.3.14 text is stored and returned as it was written, also after an edit (contract 7.3-14, 1.4-11)', async () => {
  const { at } = stage;
  const { event, talk, track, users, application, talkComment } = at;
  const text = 'PHP & Co <b>"5 > 4"</b> &amp; \'x\'';
  const who = { email: 'owner@example.org' };
  const when = { ...talkFields, start_date: '2026-12-05 14:00' };
  const tags = ['a & b <c>'];
  /** The path, the other members of the body, and the displayed text. */
  const rows: [path: string, name: string, by: Role, sent: Json, more: Json, shown: Json][] = [
    [`/events/${event}`, 'events', 'host', required, {}, { name: text, description: text, location: text, tags }],
    [`/tracks/${track}`, 'tracks', 'host', {}, {}, { track_name: text, track_description: text }],
    [`/talks/${talk}`, 'talks', 'host', when, { speakers: [text] }, { talk_title: text, talk_description: text }],
    [`/users/${users.owner}`, 'users', 'owner', who, {}, { full_name: text, biography: text }],
    [`/applications/${application}`, 'clients', 'owner', {}, { name: text }, { application: text, description: text }],
    [`/talk_comments/${talkComment}`, 'comments', 'owner', {}, {}, { comment: text }],
  ];
  for (const [path, name, by, sent, more, shown] of rows) {
    const put = async (body: Json) => [path, (await stage.send(`PUT ${path}`, by, { ...body, ...more })).status < 300];
    expect(await put({ ...sent, ...shown })).toEqual([path, true]);
    const first = await stage.read(`${path}?verbose=yes`, name, by);
    expect(first).toMatchObject(shown);
    if (more['speakers']) expect(first['speakers']).toEqual([{ speaker_name: text }]);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await put(first)).toEqual([path, true]);
      expect(inOrder(await stage.read(`${path}?verbose=yes`, name, by))).toBe(inOrder(first));
    }
  }
  const query = 'query ($id: ID!) { event(id: $id) { name description location tags } }';
  expect(await askData(stage.service, query, { variables: { id: event } })).toEqual({
    event: { name: text, description: text, location: text, tags },
  });
});

it('7.3.15 deleting talks and users leaves no orphans (contract 7.3-15, 3.4-52, 3.9-21)', async () => {
  const { at, stored } = stage;
  /** Every column that references this table, and how many of its rows contain the ID. */
  const pointing = async (table: string, id: string) => {
    const columns = await stored(
      `select c.conrelid::regclass || ' ' || a.attname from pg_constraint c join pg_attribute a
        on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname like any(array['%talk_id', '%user_id', '%_by', '%er_id'])
        where c.contype = 'f' and c.confrelid = $1::regclass order by 1`,
      table,
    );
    const found: string[] = [];
    for (const line of columns.split('\n')) {
      const [from, column] = line.split(' ');
      const count = await stored(`select count(*) from ${from} where ${column} = $1`, id);
      if (count !== '0') found.push(line);
    }
    return found;
  };
  const kinds: [line: string, by: Role, table: string, id: string, some: string[]][] = [
    [
      `DELETE /talks/${at.talk}`,
      'host',
      'talks',
      at.talk,
      ['talk_comments talk_id', 'talk_links talk_id', 'talk_stars talk_id'],
    ],
    [
      `DELETE /users/${at.users.owner}`,
      'admin',
      'users',
      at.users.owner,
      ['access_tokens user_id', 'talk_comments user_id'],
    ],
    [`DELETE /users/${at.users.speaker}`, 'admin', 'users', at.users.speaker, ['talk_speakers user_id']],
    [
      `DELETE /users/${at.users.attendee}`,
      'admin',
      'users',
      at.users.attendee,
      ['comment_reports reporter_id', 'talk_stars user_id'],
    ],
  ];
  for (const [line, by, table, id, some] of kinds) {
    expect([line, await pointing(table, id)]).toEqual([line, expect.arrayContaining(some)]);
    expect([line, (await stage.send(line, by)).status]).toEqual([line, 204]);
    expect([line, await pointing(table, id)]).toEqual([line, []]);
    const unpointed = 'select count(*) from comment_reports where talk_comment_id is null and event_comment_id is null';
    expect(await stored(unpointed)).toBe('0');
    await stage.snapshot.restore();
  }
});

it('7.3.16 the comment window is reported, and enforced if configured (contract 7.3-16, 4.4-1, 4.4-2)', async () => {
  const strict = await openStage({ ENFORCE_COMMENT_WINDOW: 'true' });
  try {
    const closed = '["Comments are closed"]';
    for (const [on, outcome] of [
      [stage, [201, '']],
      [strict, [400, closed]],
    ] as const) {
      const { event, talk } = on.at;
      await on.stored("update events set starts_at = '2020-01-01', ends_at = '2020-01-02' where id = $1", event);
      await on.stored("update talks set starts_at = '2020-01-01' where id = $1", talk);
      for (const [path, name] of [
        [`/events/${event}`, 'events'],
        [`/talks/${talk}`, 'talks'],
      ] as const) {
        expect(await on.read(`${path}?verbose=yes`, name)).toMatchObject({ comments_enabled: 0 });
        const { status, text } = await on.send(`POST ${path}/comments`, 'stranger', { comment: 'Late', rating: 3 });
        expect([path, status, text]).toEqual([path, ...outcome]);
      }
    }
  } finally {
    await strict.service.stop();
  }
});
