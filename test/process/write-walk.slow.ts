import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, bodyOf, recordOf, recordsOf, type Json } from '../rest/ask.js';
import { cleanUp } from '../support/clean-up.js';
import type { ServiceProcess } from '../support/process.js';
import { startWalk, type Person, type Walk } from './walk.js';

// The users, and their tokens; each step continues where the previous one ended.
let service: ServiceProcess;
let walk: Walk;
let admin: Person;
let host: Person;
let speaker: Person;
let attendee: Person;
let start: Json;
let event: string;
let track: string;
let talk: Json;
let remark: string;
let praise: string;

beforeAll(async () => {
  walk = await startWalk();
  ({ service, admin } = walk);
  start = bodyOf(await ask(service, '/'));
});
afterAll(cleanUp);

const written = (...write: Parameters<Walk['write']>) => walk.written(...write);
const both = (...read: Parameters<Walk['both']>) => walk.both(...read);
const gone = (...read: Parameters<Walk['gone']>) => walk.gone(...read);
const delivered = (to: string, subject: RegExp) => walk.delivered(to, subject);

describe('a walk through the API', () => {
  it('begins with users who register, verify their address by the link of the mail, and log in', async () => {
    host = await walk.join('hanna', 'Hanna Host');
    speaker = await walk.join('sam', 'Sam Speaker');
    attendee = await walk.join('tess', 'Tess Listener');
  });

  it('a user submits an event, which is hidden from others until a site administrator approves it', async () => {
    const fields = {
      ...{ name: 'Days of Quiet Code', description: 'Two days & nights', location: 'Utrecht', tags: ['php'] },
      ...{
        start_date: '2026-12-05 09:30',
        end_date: '2026-12-06 16:00',
        tz_continent: 'Europe',
        tz_place: 'Amsterdam',
      },
    };
    event = await written(host, 'POST', start['events'], fields);
    const { start_date: begin, end_date: end, ...kept } = fields;
    const dates = { start_date: '2026-12-05T09:30:00+01:00', end_date: '2026-12-06T16:00:00+01:00' };
    expect([begin, end]).toEqual(['2026-12-05 09:30', '2026-12-06 16:00']);
    const submitted = {
      ...kept,
      ...dates,
      pending: 1,
      can_edit: true,
      hosts: [{ host_name: 'Hanna Host', host_uri: host.uri }],
    };
    expect(await both('event', event, host)).toMatchObject(submitted);
    await gone(event);
    await gone(event, attendee);
    expect(await delivered('alma@example.org', /New event submitted/)).toContain('Days of Quiet Code');

    const pending = await ask(service, `${String(start['events'])}?filter=pending`, { token: admin.token });
    const { approval_uri } = recordOf(pending, 'events');
    expect(await written(admin, 'POST', approval_uri)).toBe(event);
    expect(await both('event', event)).toMatchObject({ ...dates, pending: 0, can_edit: false });
    expect(await delivered('hanna@example.org', /^Event approved$/)).toContain('Days of Quiet Code');
    expect(recordsOf(await ask(service, String(start['upcoming-events'])), 'events')).toMatchObject([{ uri: event }]);
  });

  it('its host adds a track and a talk, and adds the talk to the track', async () => {
    const { tracks_uri, talks_uri } = await both('event', event, host);
    track = await written(host, 'POST', tracks_uri, { track_name: 'Hall', track_description: 'With echo' });
    expect(await both('track', track)).toMatchObject({ track_name: 'Hall', talks_count: 0 });
    const fields = { talk_title: 'On Silence', talk_description: 'Hush', start_date: '2026-12-05 10:00', duration: 45 };
    const added = await written(host, 'POST', talks_uri, { ...fields, speakers: ['S. Speaker', 'Guest'] });
    talk = await both('talk', added, host);
    expect(talk).toMatchObject({ ...fields, start_date: '2026-12-05T10:00:00+01:00', tracks: [], comment_count: 0 });
    expect(talk['speakers']).toEqual([{ speaker_name: 'S. Speaker' }, { speaker_name: 'Guest' }]);
    await written(host, 'POST', talk['tracks_uri'], { track_uri: track });
    talk = await both('talk', talk['uri']);
    expect(talk['tracks']).toMatchObject([{ track_name: 'Hall', track_uri: track }]);
    expect(await both('track', track)).toMatchObject({ talks_count: 1 });
    expect(await both('event', event)).toMatchObject({ tracks_count: 1, talks_count: 1 });
  });

  it('a speaker claims the talk, and the host approves the claim', async () => {
    const names = { display_name: 'S. Speaker', username: 'sam' };
    await written(speaker, 'POST', talk['speakers_uri'], names);
    expect((await both('talk', talk['uri']))['speakers']).toEqual(talk['speakers']);
    expect(await delivered('hanna@example.org', /A talk has been claimed/)).toContain('Sam Speaker');
    const { pending_claims_uri } = await both('event', event, host);
    const claims = await ask(service, `${String(pending_claims_uri)}?verbose=yes`, { token: host.token });
    const claim = recordOf(claims, 'claims');
    expect(claim).toMatchObject({ display_name: 'S. Speaker', speaker_uri: speaker.uri, talk_uri: talk['uri'] });
    await written(host, 'POST', claim['approve_claim_uri'], names);
    const linked = { speaker_name: 'Sam Speaker', speaker_uri: speaker.uri };
    talk = await both('talk', talk['uri'], speaker);
    expect(talk['speakers']).toEqual(expect.arrayContaining([linked, { speaker_name: 'Guest' }]));
    expect(await both('event', event, speaker)).toMatchObject({ attending: true, attendee_count: 2 });
    expect(await delivered('sam@example.org', /claim has been approved/)).toContain('On Silence');
    const { talks_uri } = await both('user', speaker.uri);
    expect(recordOf(await ask(service, String(talks_uri)), 'talks')['uri']).toBe(talk['uri']);
  });

  it('another user attends, stars the talk, and comments on both', async () => {
    const { attending_uri, comments_uri } = await both('event', event, attendee);
    await written(attendee, 'POST', attending_uri);
    await written(attendee, 'POST', talk['starred_uri']);
    remark = await written(attendee, 'POST', talk['comments_uri'], { comment: 'So quiet!', rating: 5 });
    praise = await written(attendee, 'POST', comments_uri, { comment: 'Cold halls', rating: 2 });
    const said = { user_display_name: 'Tess Listener', source: 'Website', user_uri: attendee.uri };
    expect(await both('talkComment', remark)).toMatchObject({ ...said, comment: 'So quiet!', rating: 5 });
    expect(await both('eventComment', praise)).toMatchObject({ ...said, comment: 'Cold halls', rating: 2 });
    expect(await delivered('sam@example.org', /^New feedback on On Silence$/)).toContain('rated it 5 of 5');
    const seen = { comment_count: 1, average_rating: 5, starred: true, starred_count: 1, user_rating: 5 };
    expect(await both('talk', talk['uri'], attendee)).toMatchObject(seen);
    const counted = { attendee_count: 3, event_comments_count: 1, event_average_rating: 2, talk_comments_count: 1 };
    expect(await both('event', event, attendee)).toMatchObject({ ...counted, attending: true });
  });

  it('reported comments are hidden, and the host decides: one is restored, one stays hidden', async () => {
    for (const [noun, uri] of [
      ['talkComment', remark],
      ['eventComment', praise],
    ] as const) {
      const { reported_uri } = await both(noun, uri, speaker);
      await written(speaker, 'POST', reported_uri);
      await gone(uri);
    }
    const counts = { event_comments_count: 0, event_average_rating: 0, talk_comments_count: 0 };
    const { reported_comments_uri, reported_talk_comments_uri } = await both('event', event, host);
    expect(await both('event', event)).toMatchObject(counts);
    expect(await delivered('hanna@example.org', /A comment was reported/)).toMatch(/So quiet!|Cold halls/);
    for (const [reports, decision] of [
      [reported_talk_comments_uri, 'denied'],
      [reported_comments_uri, 'approved'],
    ]) {
      const report = recordOf(await ask(service, String(reports), { token: host.token }), 'reports');
      expect(report).toMatchObject({ reporting_user_username: 'sam', decision: null });
      await written(host, 'PUT', (report['comment'] as Json)['reported_uri'], { decision });
      expect(recordsOf(await ask(service, String(reports), { token: host.token }), 'reports')).toEqual([]);
    }
    expect(await both('talkComment', remark)).toMatchObject({ comment: 'So quiet!' });
    await gone(praise);
    expect(await both('event', event)).toMatchObject({ ...counts, talk_comments_count: 1 });
  });

  it('owners can edit everything', async () => {
    await written(attendee, 'PUT', remark, { comment: 'So very quiet!' });
    expect(await both('talkComment', remark)).toMatchObject({ comment: 'So very quiet!', rating: 5 });
    await written(host, 'PUT', track, { track_name: 'Great Hall' });
    expect(await both('track', track)).toMatchObject({ track_name: 'Great Hall' });
    const { talk_description, start_date } = talk;
    await written(speaker, 'PUT', talk['uri'], { talk_title: 'On Noise', talk_description, start_date });
    expect(await both('talk', talk['uri'])).toMatchObject({ talk_title: 'On Noise', start_date, duration: 45 });
    // Like the website: with all members of the read.
    await written(host, 'PUT', event, { ...(await both('event', event, host)), name: 'Days of Loud Code' });
    expect(await both('event', event)).toMatchObject({ name: 'Days of Loud Code', tags: ['php'] });
    const account = { full_name: 'Tess Talker', email: 'tess@example.org' };
    await written(attendee, 'PUT', attendee.uri, account);
    expect(await both('talkComment', remark)).toMatchObject({ user_display_name: 'Tess Talker' });
    expect(await both('user', attendee.uri, attendee)).toMatchObject(account);
  });

  it('and delete it', async () => {
    const { attending_uri } = await both('event', event, attendee);
    await written(attendee, 'DELETE', attending_uri);
    await written(attendee, 'DELETE', talk['starred_uri']);
    expect(await both('event', event, attendee)).toMatchObject({ attending: false, attendee_count: 2 });
    talk = await both('talk', talk['uri'], attendee);
    expect(talk).toMatchObject({ starred: false, starred_count: 0 });
    const [{ remove_track_uri } = {}] = talk['tracks'] as Json[];
    await written(host, 'DELETE', remove_track_uri);
    expect((await both('talk', talk['uri']))['tracks']).toEqual([]);
    await written(host, 'DELETE', track);
    await gone(track, host);
    await written(admin, 'DELETE', attendee.uri);
    await gone(attendee.uri, admin);
    expect(await both('talkComment', remark)).toMatchObject({ user_display_name: '', comment: 'So very quiet!' });
    await written(host, 'DELETE', talk['uri']);
    await gone(talk['uri'], host);
    await gone(remark, host);
    const left = { tracks_count: 0, talks_count: 0, talk_comments_count: 0, attendee_count: 2 };
    expect(await both('event', event)).toMatchObject(left);
    const [{ token_uri } = {}] = recordsOf(await ask(service, '/v2.1/token', { token: host.token }), 'tokens');
    await written(host, 'DELETE', token_uri);
    const late = await walk.write(host, 'PUT', event, {});
    expect([late.status, bodyOf(late)]).toEqual([401, ['You must be logged in to edit data']]);
  });
});
