import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, print } from 'graphql';
import { comment } from '../../docs/frontend/comment.js';
import { ask, GraphFailure, type Graph } from '../../docs/frontend/graph.js';
import { logIn } from '../../docs/frontend/log-in.js';
import { TalksOfEventDocument, type TalkLineFragment } from '../../docs/frontend/operations.generated.js';
import { upcomingEvents } from '../../docs/frontend/pages.js';
import { programmeOfDay } from '../../docs/frontend/programme.js';
import { star } from '../../docs/frontend/star.js';
import { askStored } from '../../docs/frontend/stored.js';
import { setEventImage } from '../../docs/frontend/upload.js';
import { sealedCredentials } from '../../src/core/application/client-credentials.js';
import { pngFile } from '../images/png-file.js';
import * as make from '../support/factories.js';
import { KEY, startService, type TestService } from '../support/service.js';
import { createMember } from '../support/sign-in.js';

const PASSWORD = 'correct-horse';
const client = { clientId: 'demo', clientSecret: 'demo-secret' };
const DAY = 86_400_000;
/** Noon, so that it is the same day in every zone of these events. */
const day = (days: number) => new Date((Math.floor(Date.now() / DAY) + days + 0.5) * DAY);

let service: TestService;
let visitor: Graph;
let member: Graph;
let events: string[];
let talk: TalkLineFragment;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  visitor = { base: service.base };
  const { consumerKey, consumerSecretEncrypted } = sealedCredentials(
    { consumerKey: client.clientId, consumerSecret: client.clientSecret },
    KEY,
  );
  await make.createApplication(pool, { consumer_key: consumerKey, consumer_secret_encrypted: consumerSecretEncrypted });
  const user = await createMember(pool, 'ada', PASSWORD);
  events = [];
  for (const days of [1, 2, 3, 4, 5]) {
    events.push(await make.createEvent(pool, { name: `In ${days}`, starts_at: day(days), ends_at: day(days + 1) }));
  }
  const [event = ''] = events;
  await make.createHost(pool, event, user);
  await make.createTalk(pool, event, { title: 'Two doors', starts_at: day(1) });
  member = (await logIn(visitor, { ...client, username: 'ada', password: PASSWORD })) ?? visitor;
  const { event: found } = await ask(member, TalksOfEventDocument, { id: event });
  talk = found?.talks.nodes[0] as TalkLineFragment;
});
afterAll(() => service.stop());

describe('the frontend of docs/frontend.md', () => {
  it('reads all pages sequentially', async () => {
    const seen: string[] = [];
    for await (const { id } of upcomingEvents(visitor, 2)) seen.push(id);
    expect(seen).toEqual(events);
  });

  it('shows the programme of a day, what runs now and next, and only starred talks', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool, { starts_at: day(7), ends_at: day(8), time_zone: 'UTC' });
    const track = await make.createTrack(pool, event, { name: 'Main' });
    const opening = await make.createTalk(pool, event, { title: 'Opening', starts_at: day(7), duration_minutes: 30 });
    await make.createTalk(pool, event, { title: 'Tomorrow', starts_at: day(8) });
    await make.createSpeaker(pool, event, opening, { display_name: 'Ada' });
    await make.putOnTrack(pool, event, opening, track);
    const [date = ''] = day(7).toISOString().split('T');
    const line = {
      ...{ id: opening, title: 'Opening', speakers: [{ name: 'Ada' }], tracks: [{ id: track, name: 'Main' }] },
      ...{ startDate: `${date}T12:00:00+00:00`, scheduledEnd: `${date}T12:30:00+00:00` },
    };
    const programme = { id: event, now: [], next: [line], talks: { totalCount: 1, nodes: [line] } };
    expect(await programmeOfDay(visitor, event, date)).toEqual(programme);
    expect(await programmeOfDay(visitor, event, date, { trackId: track })).toEqual(programme);
    expect(await programmeOfDay(member, event, date, { starred: true })).toEqual({
      ...programme,
      talks: { totalCount: 0, nodes: [] },
    });
    await expect(programmeOfDay(visitor, event, date, { starred: true })).rejects.toMatchObject({
      failure: { code: 'UNAUTHENTICATED' },
    });
    expect(await programmeOfDay(visitor, '0', date)).toBeNull();
    await pool.query('delete from events where id = $1', [event]);
  });

  it('logs in, and distinguishes a wrong password from other errors', async () => {
    expect(member).toEqual({ base: service.base, token: expect.stringMatching(/^lec_/) });
    expect(await logIn(visitor, { ...client, username: 'ada', password: 'wrong' })).toBeNull();
    const refused = logIn(visitor, { ...client, clientSecret: 'wrong', username: 'ada', password: PASSWORD });
    await expect(refused).rejects.toMatchObject({
      failure: {
        code: 'FORBIDDEN',
        problems: [{ reason: 'CLIENT_REFUSED' }],
        requestId: expect.stringMatching(/./),
      },
    });
  });

  it('shows a star optimistically, and reverts it if it is rejected', async () => {
    const shown: TalkLineFragment[] = [];
    await star(member, talk, (line) => shown.push(line));
    const starred = { ...talk, starCount: 1, viewerHasStarred: true };
    expect(shown.splice(0)).toEqual([starred, starred]);

    const refused = star(visitor, talk, (line) => shown.push(line));
    await expect(refused).rejects.toBeInstanceOf(GraphFailure);
    expect(shown).toEqual([starred, talk]);
  });

  it('returns the errors of a form by field', async () => {
    const input = { talkId: talk.id, rating: 5, text: 'Now I want two doors as well.' };
    expect(await comment(visitor, input)).toEqual({ form: 'Please log in first.' });
    expect(await comment(member, { ...input, rating: 6 })).toEqual({ rating: 'RATING_OUT_OF_RANGE' });
    expect(await comment(member, { ...input, talkId: '0' })).toEqual({ form: 'This talk no longer exists.' });
    expect(await comment(member, input)).toEqual({});
    expect(await comment(member, input)).toEqual({ form: 'You have already posted this comment.' });
  });

  it('uploads a file', async () => {
    const image = new Blob([new Uint8Array(pngFile(200, 200))], { type: 'image/png' });
    const { setEventImage: changed } = await setEventImage(member, events[0] ?? '', image);
    expect(changed?.event.images.map(({ kind, width, height }) => [kind, width, height])).toEqual([
      ['ORIGINAL', 200, 200],
      ['SMALL', 140, 140],
    ]);
    await expect(setEventImage(member, events[0] ?? '', new Blob(['no image']))).rejects.toMatchObject({
      failure: { code: 'INVALID', problems: [{ reason: 'IMAGE_TYPE' }] },
    });
  });

  it('runs stored queries by GET, and revalidates cached responses', async () => {
    const ten = { offset: 0, limit: 10 };
    const first = await askStored(visitor, 'LanguageCollection', ten);
    expect(first.languages.nodes.map(({ name }) => name)).toContain('English - UK');
    expect(await askStored(visitor, 'LanguageCollection', ten)).toBe(first);
    expect(await askStored(visitor, 'LanguageCollection', { offset: 1, limit: 10 })).not.toBe(first);
  });

  it('uses the same stored queries as the service', async () => {
    const listed = (await (await fetch(`${service.base}/graphql/operations`)).json()) as Record<string, string>;
    const ours = readFileSync(join(process.cwd(), 'docs/frontend/stored.graphql'), 'utf8');
    expect(print(parse(ours))).toBe(print(parse(listed['LanguageCollection'] ?? '')));
  });

  it('runs as a program', async () => {
    const program = join(process.cwd(), 'dist/docs/frontend/main.js');
    const { stdout } = await promisify(execFile)(process.execPath, [program, service.base, 'ada', PASSWORD]);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^Talks are given in \d+ languages\.$/),
      `${day(1).toISOString().slice(0, 10)}  In 1, Amsterdam`,
      '  1 talks on the first day, 0 of them now',
      expect.stringMatching(/^ {2}★ \d {2}Two doors$/),
      '  ★ 1  Two doors',
      "  A comment without a word: { text: 'FIELD_REQUIRED' }",
      '',
    ]);
  });
});
