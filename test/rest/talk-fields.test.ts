import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, inOrder, recordOf, recordsOf, type Json } from './ask.js';

describe('the talk record (spec §2.4, contract §3.4)', () => {
  let service: TestService;
  let [event, talk, track, speaker, rater] = ['', '', '', '', ''];
  let [token, uri] = ['', ''];
  const v21 = (path: string) => `${service.base}/v2.1/${path}`;

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    event = await make.createEvent(pool);
    talk = await make.createTalk(pool, event, {
      title: '007',
      slug: '007',
      description: '1e3 & <i>more</i>',
      talk_type_id: 2,
      language_id: 3,
      stub: '00e12',
      duration_minutes: 0,
    });
    uri = v21(`talks/${talk}`);
    track = await make.createTrack(pool, event, { name: 'Main' });
    await make.putOnTrack(pool, event, talk, track);
    speaker = await make.createUser(pool, { full_name: 'Full Name' });
    await make.createSpeaker(pool, event, talk, { display_name: 'Stage Name', user_id: speaker });
    await make.createSpeaker(pool, event, talk, { display_name: 'Unclaimed' });
    await make.createLink(pool, event, talk, { kind: 'VIDEO', url: 'https://example.org/v' });
    await make.createLink(pool, event, talk, { kind: 'SLIDES', url: 'https://example.org/s' });
    rater = await make.createUser(pool);
    token = await make.createToken(pool, rater);
    await make.createStar(pool, event, talk, rater);
    await make.createTalkComment(pool, event, talk, { user_id: rater, rating: 3 });
    await make.createTalkComment(pool, event, talk, { user_id: rater, rating: 0 });
  });
  afterAll(() => service.stop());

  function expected({ verbose, signedIn }: { verbose: boolean; signedIn: boolean }, window: unknown): Json {
    return {
      id: Number(talk),
      talk_title: '007',
      url_friendly_talk_title: '007',
      talk_description: '1e3 & <i>more</i>',
      type: 'Social',
      start_date: '2026-06-01T10:00:00+02:00',
      duration: 0,
      stub: '00e12',
      average_rating: 3,
      comments_enabled: window,
      comment_count: 2,
      starred: signedIn,
      starred_count: 1,
      ...(verbose && {
        slides_link: 'https://example.org/s',
        talk_media: [{ video_link: 'https://example.org/v' }, { slides_link: 'https://example.org/s' }],
        language: 'Deutsch',
        user_rating: signedIn ? 3 : null,
      }),
      speakers: [{ speaker_name: 'Full Name', speaker_uri: v21(`users/${speaker}`) }, { speaker_name: 'Unclaimed' }],
      tracks: [{ track_name: 'Main', track_uri: v21(`tracks/${track}`), remove_track_uri: `${uri}/tracks/${track}` }],
      uri,
      verbose_uri: `${uri}?verbose=yes`,
      website_uri: `${service.base}/talk/00e12`,
      starred_uri: `${uri}/starred`,
      tracks_uri: `${uri}/tracks`,
      comments_uri: `${uri}/comments`,
      verbose_comments_uri: `${uri}/comments?verbose=yes`,
      event_uri: v21(`events/${event}`),
      speakers_uri: `${uri}/speakers`,
      ...(verbose && {
        calendar_uri: `${service.base}/feeds/talks/${talk}.ics`,
        feedback_uri: `${service.base}/feedback/00e12`,
      }),
    };
  }

  describe.each([
    { verbose: false, signedIn: false },
    { verbose: false, signedIn: true },
    { verbose: true, signedIn: false },
    { verbose: true, signedIn: true },
  ])('verbose: $verbose, signed in: $signedIn', (form) => {
    it.each(['the talk', 'the event', 'the speaker', 'the search'])(
      'has its members in order below %s',
      async (where) => {
        const paths: Record<string, string> = {
          'the talk': `/v2.1/talks/${talk}?`,
          'the event': `/v2.1/events/${event}/talks?`,
          'the speaker': `/v2.1/users/${speaker}/talks?`,
          'the search': `/v2.1/talks?title=007&`,
        };
        const path = `${paths[where]}${form.verbose ? 'verbose=yes' : ''}`;
        const record = recordOf(await ask(service, path, { token: form.signedIn ? token : undefined }), 'talks');
        expect(inOrder(record)).toBe(inOrder(expected(form, record['comments_enabled'])));
        expect([0, 1]).toContain(record['comments_enabled']);
      },
    );
  });

  it('returns null and [] for missing values', async () => {
    const bare = await make.createTalk(service.database.pool, await make.createEvent(service.database.pool));
    const record = recordOf(await ask(service, `/v2.1/talks/${bare}?verbose=yes`, { token }), 'talks');
    expect(record).toMatchObject({
      average_rating: 0,
      comment_count: 0,
      starred: false,
      starred_count: 0,
      slides_link: '',
      talk_media: [],
      user_rating: null,
      speakers: [],
      tracks: [],
    });
  });

  it.each([
    [1, 'Talk'],
    [2, 'Social'],
    [3, 'Keynote'],
    [4, 'Workshop'],
    [5, 'Event related'],
  ])('returns type %i as %s (decisions no. 2)', async (type, word) => {
    const { pool } = service.database;
    const typed = await make.createTalk(pool, await make.createEvent(pool), { talk_type_id: type });
    expect(recordOf(await ask(service, `/v2.1/talks/${typed}`), 'talks')['type']).toBe(word);
  });

  it('has a name but no link for a speaker whose account is inactive', async () => {
    const { pool } = service.database;
    const gone = await make.createUser(pool, { is_active: false, full_name: 'Gone' });
    const on = await make.createEvent(pool);
    const held = await make.createTalk(pool, on);
    await make.createSpeaker(pool, on, held, { display_name: 'On Stage', user_id: gone });
    expect(recordOf(await ask(service, `/v2.1/talks/${held}`), 'talks')['speakers']).toEqual([
      { speaker_name: 'On Stage' },
    ]);
  });

  it('has speakers, links and the star at separate URLs', async () => {
    const speakers = await ask(service, `/v2.1/talks/${talk}/speakers`);
    expect(inOrder(recordsOf(speakers, 'speakers'))).toBe(
      inOrder([{ speaker_name: 'Full Name', speaker_uri: v21(`users/${speaker}`) }, { speaker_name: 'Unclaimed' }]),
    );
    const links = bodyOf(await ask(service, `/v2.1/talks/${talk}/links`));
    const [video, slides] = links['talk_links'] as Json[];
    expect(inOrder(links)).toBe(
      inOrder({
        talk_links: [
          { id: video?.['id'], display_name: 'video_link', url: 'https://example.org/v' },
          { id: slides?.['id'], display_name: 'slides_link', url: 'https://example.org/s' },
        ],
        meta: { count: 2 },
      }),
    );
    expect(typeof video?.['id']).toBe('number');
    const one = await ask(service, `/v2.1/talks/${talk}/links/${String(video?.['id'])}`);
    expect(inOrder(bodyOf(one))).toBe(inOrder(video));
    const none = await ask(service, `/v2.1/talks/${talk}/links/999999`);
    expect([none.status, none.text]).toEqual([404, '["ID not found"]']);
    expect(bodyOf(await ask(service, `/v2.1/talks/${talk}/starred`))).toEqual({ has_starred: false });
    expect(inOrder(bodyOf(await ask(service, `/v2.1/talks/${talk}/starred`, { token })))).toBe(
      inOrder({ has_starred: true, meta: { user_uri: v21(`users/${rater}`) } }),
    );
  });
});
