import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { recordOf } from './ask.js';
import { pathOf, said, startProgramme, talk, type Programme } from './programme.js';

let on: Programme;
beforeAll(async () => {
  on = await startProgramme();
});
afterAll(() => on.service.stop());

describe('DELETE /talks/{id} (contract §3.4)', () => {
  it('returns 204 and deletes all records of the talk', async () => {
    const { pool, event } = on;
    const track = await make.createTrack(pool, event);
    const id = await make.createTalk(pool, event);
    await make.putOnTrack(pool, event, id, track);
    await make.createStar(pool, event, id, on.users.host);
    await make.createLink(pool, event, id);
    const speaker = await make.createSpeaker(pool, event, id);
    await make.createClaim(pool, event, id, speaker, on.users.host);
    const comment = await make.createTalkComment(pool, event, id, { user_id: on.users.host });
    await make.createReport(pool, event, { talk_comment_id: comment });
    const counts = async () => {
      const of = recordOf(await on.ask('GET', `/v2.1/events/${event}?verbose=yes`), 'events');
      const lane = recordOf(await on.ask('GET', `/v2.1/tracks/${track}`), 'tracks');
      return [of['talks_count'], of['talk_comments_count'], lane['talks_count']];
    };
    expect(await counts()).toEqual([1, 1, 1]);
    const answer = await on.ask('DELETE', pathOf(id));
    expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([204, '', null]);
    expect(await counts()).toEqual([0, 0, 0]);
    const tables = ['talk_tracks', 'talk_stars', 'talk_links', 'talk_speakers', 'speaker_claims', 'talk_comments'];
    for (const table of tables) {
      const { rowCount } = await pool.query(`select 1 from ${table} where talk_id = $1`, [id]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
    expect(said(await on.ask('GET', pathOf(id)))).toEqual([404, ['Talk not found']]);
    expect(said(await on.ask('DELETE', pathOf(id)))).toEqual([404, ['Talk not found']]);
  });

  it('mails the speakers and claimants, except the one who deletes it', async () => {
    const { pool, event, users, service } = on;
    const id = await make.createTalk(pool, event, { title: 'Gone' });
    for (const [display_name, user_id] of [['Sam', users.speaker] as const, ['Hosty', users.host] as const])
      await make.createSpeaker(pool, event, id, { display_name, user_id });
    const claimed = await make.createSpeaker(pool, event, id, { display_name: 'Claimed' });
    await make.createClaim(pool, event, id, claimed, await make.createUser(pool));
    await service.takeMail();
    expect((await on.ask('DELETE', pathOf(id), { who: 'host' })).status).toBe(204);
    const mails = (await service.takeMail()).map(({ kind, data }) => [kind, 'speakerName' in data && data.speakerName]);
    expect(mails.sort()).toEqual([
      ['speaker_removed', 'Claimed'],
      ['speaker_removed', 'Sam'],
    ]);
  });

  it('is for hosts and site administrators, not for speakers', async () => {
    const id = await make.createTalk(on.pool, on.event);
    await make.createSpeaker(on.pool, on.event, id, { user_id: on.users.speaker });
    const denied = await on.ask('DELETE', pathOf(id), { who: 'speaker' });
    expect(said(denied)).toEqual([403, ['You do not have permission to do that']]);
    expect((await on.ask('DELETE', pathOf(id), { who: 'admin' })).status).toBe(204);
    const hidden = await make.createTalk(on.pool, on.pending);
    expect((await on.ask('DELETE', pathOf(hidden), { who: 'host' })).status).toBe(204);
  });

  it('two concurrent requests: one deletes it, the other gets 404', async () => {
    for (let round = 0; round < 10; round += 1) {
      const path = pathOf(await make.createTalk(on.pool, on.event));
      const answers = await Promise.all([on.ask('DELETE', path), on.ask('DELETE', path, { who: 'admin' })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    }
  });

  it('during concurrent stars, links and replacements: no request gets an internal error', async () => {
    const link = { display_name: 'video_link', url: 'https://v.example/' };
    for (let round = 0; round < 20; round += 1) {
      const path = pathOf(await make.createTalk(on.pool, on.event));
      const replaced = { ...talk, speakers: ['Ann'], slides_link: 'https://a.example/' };
      const [deleted, ...others] = await Promise.all([
        on.ask('DELETE', path),
        on.ask('POST', `${path}/starred`),
        on.ask('POST', `${path}/links`, { who: 'host', body: link }),
        on.ask('PUT', path, { who: 'host', body: replaced }),
        on.ask('POST', `${path}/starred`, { who: 'admin' }),
      ]);
      expect(deleted.status).toBe(204);
      const gone = ['["Talk not found"]', '["Talk Link ID not found"]'];
      const odd = others.filter(({ status, text }) => ![201, 204].includes(status) && !gone.includes(text));
      expect(odd.map(({ status, text }) => [status, text])).toEqual([]);
      expect((await on.ask('GET', path)).status).toBe(404);
    }
  });
});
