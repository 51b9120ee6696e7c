import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, inOrder, recordOf, type Json } from './ask.js';

const image = (size: number, kind: string) => ({ kind, location: `icon-${kind}.png`, width: size, height: size });

describe('the event record (spec §2.2, contract §3.2)', () => {
  let service: TestService;
  let event: string;
  let uri: string;
  let host: string;
  const tokens: Record<string, string> = {};
  const read = async (path: string, who?: string): Promise<Json> =>
    recordOf(await ask(service, path, { token: who && tokens[who] }), 'events');

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    event = await make.createEvent(pool, {
      name: '2024',
      slug: '2024',
      description: '<b>R&D</b>',
      location: 'Theatre & Café',
      stub: 'y24',
      href: 'https://example.org/2024',
      icon: 'icon-SMALL.png',
      hashtag: '#y24',
      latitude: 52.5,
      longitude: -4,
      contact_name: 'Ann Other',
      cfp_starts_at: '2026-01-01T00:00:00+01:00',
      cfp_ends_at: '2026-03-31T00:00:00+02:00',
      cfp_url: 'https://example.org/cfp',
      reviewed_at: '2025-12-01T00:00:00Z',
      tags: ['zebra', '2014'],
      images: JSON.stringify([image(900, 'ORIGINAL'), image(140, 'SMALL')]),
    });
    uri = `${service.base}/v2.1/events/${event}`;
    host = await make.createUser(pool, { full_name: 'Hattie Host' });
    const second = await make.createUser(pool, { full_name: 'Bert Before' });
    const admin = await make.createUser(pool, { is_admin: true });
    const stranger = await make.createUser(pool);
    await make.createHost(pool, event, host);
    await make.createHost(pool, event, second);
    await make.createAttendee(pool, event, host);
    await make.createEventComment(pool, event, { user_id: admin, rating: 4 });
    await make.createEventComment(pool, event, { user_id: stranger, rating: 3 });
    const talk = await make.createTalk(pool, event);
    await make.createTalkComment(pool, event, talk, {});
    await make.createTrack(pool, event);
    for (const [name, id] of Object.entries({ host, second, admin, stranger })) {
      tokens[name] = await make.createToken(pool, id);
    }
  });
  afterAll(() => service.stop());

  const normal = (attending: boolean): Json => ({
    name: '2024',
    url_friendly_name: '2024',
    start_date: '2026-06-01T09:00:00+02:00',
    end_date: '2026-06-01T18:00:00+02:00',
    description: '<b>R&D</b>',
    stub: 'y24',
    href: 'https://example.org/2024',
    tz_continent: 'Europe',
    tz_place: 'Amsterdam',
    attendee_count: 1,
    attending,
    event_average_rating: 4,
    event_comments_count: 2,
    tracks_count: 1,
    talks_count: 1,
    icon: 'icon-SMALL.png',
    location: 'Theatre & Café',
    rejection_reason: null,
    images: {
      orig: { type: 'orig', url: `${service.base}/images/icon-ORIGINAL.png`, width: 900, height: 900 },
      small: { type: 'small', url: `${service.base}/images/icon-SMALL.png`, width: 140, height: 140 },
    },
    tags: ['zebra', '2014'],
    uri,
    verbose_uri: `${uri}?verbose=yes`,
    comments_uri: `${uri}/comments`,
    talks_uri: `${uri}/talks`,
    tracks_uri: `${uri}/tracks`,
    attending_uri: `${uri}/attending`,
    images_uri: `${uri}/images`,
    hosts_uri: `${uri}/hosts`,
    pending: 0,
    website_uri: `${service.base}/event/2024`,
    humane_website_uri: `${service.base}/e/y24`,
    attendees_uri: `${uri}/attendees`,
  });
  const verbose = (canEdit: boolean): Json => ({
    latitude: 52.5,
    longitude: -4,
    contact_name: 'Ann Other',
    hashtag: '#y24',
    comments_enabled: 0,
    cfp_start_date: '2026-01-01T00:00:00+01:00',
    cfp_end_date: '2026-03-31T00:00:00+02:00',
    cfp_url: 'https://example.org/cfp',
    calendar_uri: `${service.base}/feeds/events/${event}.ics`,
    talk_comments_count: 1,
    ...(canEdit && {
      reported_comments_uri: `${uri}/comments/reported`,
      reported_talk_comments_uri: `${uri}/talk_comments/reported`,
      pending_claims_uri: `${uri}/claims`,
    }),
    all_talk_comments_uri: `${uri}/talk_comments`,
    hosts: [
      { host_name: 'Bert Before', host_uri: expect.anything() },
      { host_name: 'Hattie Host', host_uri: `${service.base}/v2.1/users/${host}` },
    ],
    can_edit: canEdit,
  });

  it.each(['anonymous', 'stranger', 'host', 'admin'])('has its normal members in order for %s', async (who) => {
    expect(inOrder(await read(`/v2.1/events/${event}`, who))).toBe(inOrder(normal(who === 'host')));
  });

  it.each(['anonymous', 'stranger', 'host', 'admin'])('has its verbose members in order for %s', async (who) => {
    const record = await read(`/v2.1/events/${event}?verbose=yes`, who);
    // The window of comments depends on the clock: windows.test.ts tests it.
    const canEdit = who === 'host' || who === 'admin';
    const expected = { ...normal(who === 'host'), ...verbose(canEdit), comments_enabled: record['comments_enabled'] };
    expect(record).toEqual(expected);
    expect(Object.keys(record)).toEqual(Object.keys(expected));
    expect([0, 1]).toContain(record['comments_enabled']);
  });

  it('is the same in the collection', async () => {
    const record = recordOf(await ask(service, '/v2.1/events?stub=y24'), 'events');
    expect(inOrder(record)).toBe(inOrder(normal(false)));
  });

  it('is followed by meta, the last member, in its own order', async () => {
    const self = `${uri}?start=0&resultsperpage=20`;
    expect(inOrder(bodyOf(await ask(service, `/v2.1/events/${event}`))['meta'])).toBe(
      inOrder({ count: 1, total: 1, this_page: self }),
    );
    const body = bodyOf(await ask(service, `/v2.1/events/${event}`, { token: tokens['host'] }));
    expect(Object.keys(body)).toEqual(['events', 'meta']);
    expect(inOrder(body['meta'])).toBe(
      inOrder({ count: 1, total: 1, this_page: self, user_uri: `${service.base}/v2.1/users/${host}` }),
    );
  });

  it('returns null, {} and [] for missing values, and omits the quicklink', async () => {
    const { pool } = service.database;
    const bare = await make.createEvent(pool);
    const record = await read(`/v2.1/events/${bare}?verbose=yes`);
    expect(record).toMatchObject({
      stub: null,
      href: null,
      icon: '',
      rejection_reason: null,
      images: {},
      tags: [],
      pending: null,
      event_average_rating: 0,
      latitude: null,
      longitude: null,
      contact_name: null,
      hashtag: null,
      cfp_start_date: null,
      cfp_end_date: null,
      cfp_url: null,
      hosts: [],
      can_edit: false,
    });
    expect(record).not.toHaveProperty('humane_website_uri');
    expect(record).not.toHaveProperty('approval_uri');
  });

  it('links to its approval while it is pending, for site administrators only', async () => {
    const { pool } = service.database;
    const pending = await make.createEvent(pool, { status: 'PENDING' });
    await make.createHost(pool, pending, host);
    const seen = await read(`/v2.1/events/${pending}`, 'admin');
    expect(seen).toMatchObject({ pending: 1, approval_uri: `${service.base}/v2.1/events/${pending}/approval` });
    const keys = Object.keys(seen);
    expect(keys.slice(keys.indexOf('pending'))).toEqual(['pending', 'approval_uri', 'website_uri', 'attendees_uri']);
    const own = await read(`/v2.1/events/${pending}`, 'host');
    expect(own['pending']).toBe(1);
    expect(own).not.toHaveProperty('approval_uri');
  });

  it('shows why it was rejected, and that it is not pending', async () => {
    const { pool } = service.database;
    const rejected = await make.createEvent(pool, { status: 'REJECTED', rejection_reason: 'No <dates>' });
    expect(await read(`/v2.1/events/${rejected}`, 'admin')).toMatchObject({
      pending: 0,
      rejection_reason: 'No <dates>',
    });
  });
});
