import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Role } from '../permissions/truth.js';
import { type Json } from '../rest/ask.js';
import { UNLIMITED } from './attempt.js';
import { openStage, type Stage } from './stage.js';

/** Contract §7.3: lines about statuses. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ...UNLIMITED, COMMENT_EDIT_MINUTES: '600' });
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

const talkFields = { talk_title: 'New', talk_description: 'Text', start_date: '2090-06-01 14:00' };

it('7.3.13 401 anonymous, 403 not allowed, 404 missing or hidden, 400 invalid, 422 the two claim cases (contract 7.3-13, 1.7-6, 1.7-7, 1.7-8)', async () => {
  const { at, told } = stage;
  const { event, talk, track, hidden, users } = at;
  const track_uri = `${stage.service.base}/v2.1/tracks/${track}`;
  const claim = (display_name: string, username = 'stranger') => ({ display_name, username });
  const speakers = `/talks/${talk}/speakers`;
  const lines: [line: string, by: Role | undefined, body: Json, status: number, sentence: string][] = [
    [`POST /events/${event}/comments`, undefined, {}, 401, 'You must log in to comment'],
    [`POST /talks/${talk}/tracks`, undefined, { track_uri }, 401, 'You must be logged in to create data'],
    [`DELETE /talks/${talk}/tracks/${track}`, undefined, {}, 401, 'You must be logged in to remove data'],
    ['GET /events?filter=pending', undefined, {}, 401, 'You must be logged in to view pending events'],
    [`POST ${speakers}`, undefined, claim('Free'), 401, 'You must be logged in to create data'],
    ['GET /events?filter=pending', 'host', {}, 403, "You don't have permission to view pending events"],
    [
      `POST /events/${event}/talks`,
      'speaker',
      talkFields,
      403,
      'You do not have permission to add talks to this event',
    ],
    [`DELETE /talks/${talk}`, 'speaker', {}, 403, 'You do not have permission to do that'],
    [
      `POST /talks/${talk}/tracks`,
      'stranger',
      { track_uri },
      403,
      'You do not have permission to add this talk to a track',
    ],
    [
      `DELETE /talks/${talk}/tracks/${track}`,
      ...(['stranger', {}, 403, 'You do not have permission to remove this talk from this track'] as const),
    ],
    [`PUT /users/${users.owner}`, 'stranger', {}, 403, 'Could not update user'],
    [
      `POST ${speakers}`,
      ...(['attendee', claim('Free'), 403, 'You must be the speaker or event admin to link a user to a talk'] as const),
    ],
    [
      `POST ${speakers}`,
      ...(['stranger', claim('Claimed', 'owner'), 403, 'You must be an event admin to approve this claim'] as const),
    ],
    [
      `POST ${speakers}`,
      ...([
        'stranger',
        claim('Assigned', 'owner'),
        403,
        'You must be the talk speaker to approve this assignment',
      ] as const),
    ],
    [`POST /events/${hidden.event}/comments`, 'stranger', {}, 404, 'Event not found'],
    [`POST /events/${hidden.event}/talks`, 'stranger', talkFields, 404, 'Event not found'],
    [`DELETE /talks/${hidden.talk}`, 'stranger', {}, 404, 'Talk not found'],
    [`POST /talks/${hidden.talk}/tracks`, 'stranger', { track_uri }, 404, 'Talk not found'],
    [`PUT /users/999999`, 'admin', {}, 404, 'User not found'],
    [`POST ${speakers}`, 'host', claim('Free', 'nobody'), 404, 'Specified user not found'],
    [`POST /events/${event}/comments`, 'stranger', {}, 400, 'The field "rating" is required'],
    [`POST /events/${event}/talks`, 'host', {}, 400, 'The talk title field is required'],
    [`POST /talks/${talk}/tracks`, 'host', { track_uri: 'x' }, 400, 'Invalid track_uri'],
    [`POST ${speakers}`, 'host', claim(''), 400, 'You must provide a display name and a username'],
    [`POST ${speakers}`, 'host', claim('No One'), 422, 'No speaker matching that name found'],
    [`POST ${speakers}`, 'host', claim('The speaker'), 422, 'Talk already claimed'],
    [`DELETE ${speakers}`, 'host', claim('No One'), 422, 'No speaker matching that name found'],
    [`DELETE ${speakers}`, 'host', claim('The speaker'), 422, 'Talk already claimed'],
  ];
  for (const [line, by, body, status, sentence] of lines) {
    const answer = await told(line, by, line.startsWith('GET') ? undefined : body);
    expect([line, by, answer]).toEqual([line, by, [status, [sentence], null]]);
  }
  expect(await stage.snapshot.isAsBefore()).toBe(true);
});

it('7.3.17 every 401 has a well-formed WWW-Authenticate (contract 7.3-17, 1.3-6)', async () => {
  const { event, talk, users } = stage.at;
  const lines = [
    ...['POST /events', `PUT /events/${event}`, `DELETE /talks/${talk}`, 'GET /token', 'GET /events?filter=pending'],
    ...[`POST /events/${event}/attending`, `PUT /users/${users.owner}`, 'POST /applications'],
  ];
  const header = async (line: string, Authorization?: string) => {
    const [method = '', path = ''] = line.split(' ');
    const headers = Authorization === undefined ? {} : { Authorization };
    const response = await fetch(`${stage.service.base}/v2.1${path}`, { method, headers });
    await response.text();
    return [response.status, response.headers.get('www-authenticate')];
  };
  for (const line of lines) {
    expect([line, await header(line)]).toEqual([line, [401, 'Bearer realm="lectern"']]);
    const ended = 'Bearer realm="lectern", error="invalid_token"';
    expect([line, await header(line, 'OAuth ended-long-ago')]).toEqual([line, [401, ended]]);
  }
});
