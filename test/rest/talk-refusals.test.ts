import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import type { Json } from './ask.js';
import { pathOf, said, startProgramme, talk, type Programme, type Caller } from './programme.js';

let on: Programme;
let existing = '';
let hidden = '';
beforeAll(async () => {
  on = await startProgramme();
  existing = await make.createTalk(on.pool, on.event);
  hidden = await make.createTalk(on.pool, on.pending);
});
afterAll(() => on.service.stop());

const complete = { ...talk, type: 'Talk', language: 'Deutsch', speakers: ['Ann'] };
const outside = 'The talk must be held between the start and end date of the event';
const noMinutes = "'duration' must be a whole number of minutes, at most 44640";
const names = (count: number) => Array.from({ length: count }, (_, index) => `Name ${index}`);

/** Invalid bodies, each with further errors that are later in the order of contract §3.4. */
const wrong: [string, Json, string][] = [
  ['no title', { talk_title: ' ', talk_description: '', type: 'x' }, 'The talk title field is required'],
  [
    'a long title',
    { talk_title: 'x'.repeat(256), talk_description: '' },
    "'talk_title' must be at most 255 characters",
  ],
  ['a title with U+0000', { talk_title: 'a\0b' }, "'talk_title' contains characters that cannot be stored"],
  ['a title that is a list', { talk_title: ['x'] }, 'Expected parameter talk_title is not a readable string'],
  ['no description', { talk_description: null, type: 'x' }, 'The talk description field is required'],
  ['an unknown type', { type: "Po'dium", start_date: '', language: 'x' }, "The type 'Po'dium' is unknown"],
  ['a type that every object has', { type: 'constructor' }, "The type 'constructor' is unknown"],
  ['no start', { start_date: '', language: 'x' }, 'Please give the date and time of the talk'],
  ['no date', { start_date: 'here', language: 'x' }, "'start_date' must be supplied in a recognised format"],
  ['a start too early', { start_date: '2026-06-01 08:59:59', language: 'x' }, outside],
  ['a start too late', { start_date: '2026-06-02 18:00', language: 'x' }, outside],
  [
    'an unknown language',
    { language: 'Kling $& {field}', duration: 1e9 },
    "The language 'Kling $& {field}' is unknown",
  ],
  ['an invalid name', { speakers: ['Ann', 7] }, 'Speaker names must be strings'],
  ['invalid names', { speakers: { name: 'Ann' } }, 'Speaker names must be strings'],
  ['too many names', { speakers: names(101), duration: 1e9 }, 'There may be at most 100 speakers'],
  ['a long name', { speakers: ['x'.repeat(201)], duration: 1e9 }, "'speakers' must be at most 200 characters"],
  ...[44_641, '9'.repeat(400), 45.5, '45.5', -5, '-5', '1:30', '1e3', '0x1e', '2 hours', 'min', 'soon', '4 5'].map(
    (duration): [string, Json, string] => [`the duration ${duration}`, { duration, slides_link: 'x' }, noMinutes],
  ),
  ['slides that are a script', { slides_link: 'javascript:alert(1)' }, "'slides_link' must be a valid URL"],
];

describe.each([
  ['POST', () => `/v2.1/events/${on.event}/talks`],
  ['PUT', () => pathOf(existing)],
])('%s of a talk rejects (contract §3.4)', (method, path) => {
  it.each(wrong)('%s', async (_, mistakes, sentence) => {
    const before = await on.read(existing);
    const answer = await on.ask(method, path(), { who: 'host', body: { ...complete, ...mistakes } });
    expect(said(answer)).toEqual([400, [sentence]]);
    expect(await on.read(existing)).toEqual(before);
  });

  it('no values at their limits', async () => {
    const most = { talk_title: 'é'.repeat(255), speakers: names(100), duration: 44_640 };
    const answer = await on.ask(method, path(), { who: 'host', body: { ...complete, ...most } });
    expect(answer.status).toBe(method === 'POST' ? 201 : 204);
  });
});

it('reports the field in problem documents, by its v2.1 name', async () => {
  const address = `${on.service.base}/v2.1/events/${on.event}/talks`;
  const problem = async (body: Json) => {
    const headers = {
      Accept: 'application/problem+json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${on.tokens.host}`,
    };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ ...complete, ...body }) });
    return (await response.json()) as Json;
  };
  expect((await problem({ talk_title: '' }))['problems']).toEqual([{ reason: 'FIELD_REQUIRED', field: 'talk_title' }]);
  expect((await problem({ type: 'x' }))['problems']).toEqual([{ reason: 'TALK_TYPE_UNKNOWN' }]);
});

describe('errors of talk writes in order: authentication, existence, permission, body', () => {
  type Case = [method: string, where: string, who: Caller, status: number, sentence: string, path: () => string];
  const talks = (event: string) => `/v2.1/events/${event}/talks`;
  it.each<Case>([
    ['POST', 'to an unknown event', 'anonymous', 401, 'You must be logged in to create data', () => talks('999999')],
    ['POST', 'to an unknown event', 'host', 404, 'Event not found', () => talks('999999')],
    ['POST', 'to a pending event', 'stranger', 404, 'Event not found', () => talks(on.pending)],
    [
      'POST',
      'to a public event',
      'stranger',
      403,
      'You do not have permission to add talks to this event',
      () => talks(on.event),
    ],
    [
      'POST',
      'to a public event',
      'speaker',
      403,
      'You do not have permission to add talks to this event',
      () => talks(on.event),
    ],
    ['POST', 'to a pending event', 'host', 400, 'The talk title field is required', () => talks(on.pending)],
    ['PUT', 'of an unknown talk', 'anonymous', 401, 'You must be logged in to update data', () => pathOf(999999)],
    ['PUT', 'of an unknown talk', 'stranger', 404, 'Talk not found', () => pathOf(999999)],
    ['PUT', 'of a talk without a number', 'host', 404, 'Talk not found', () => pathOf('x')],
    ['PUT', 'of a hidden talk', 'stranger', 404, 'Talk not found', () => pathOf(hidden)],
    ['PUT', 'of a talk', 'stranger', 403, 'You do not have permission to update this talk', () => pathOf(existing)],
    ['PUT', 'of a talk', 'speaker', 403, 'You do not have permission to update this talk', () => pathOf(existing)],
    ['PUT', 'of a hidden talk', 'admin', 400, 'The talk title field is required', () => pathOf(hidden)],
    ['DELETE', 'of an unknown talk', 'anonymous', 401, 'You must be logged in to remove data', () => pathOf(999999)],
    ['DELETE', 'of a hidden talk', 'anonymous', 401, 'You must be logged in to remove data', () => pathOf(hidden)],
    ['DELETE', 'of an unknown talk', 'stranger', 404, 'Talk not found', () => pathOf(999999)],
    ['DELETE', 'of a hidden talk', 'stranger', 404, 'Talk not found', () => pathOf(hidden)],
    ['DELETE', 'of a talk', 'stranger', 403, 'You do not have permission to do that', () => pathOf(existing)],
  ])('%s %s as %s: %i %s', async (method, _, who, status, sentence, path) => {
    const body = method === 'DELETE' ? undefined : { duration: 1e9 };
    expect(said(await on.ask(method, path(), { who, body }))).toEqual([status, [sentence]]);
  });
});
