import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EVENT, firstOf, madeBy, numberIn, TALK, type Tourist } from './tourist.js';

const conference = {
  name: 'Paper and Pixels',
  description: 'Two days about maps, drawn and computed.',
  location: 'Leith',
  start_date: '2027-05-21',
  end_date: '2027-05-22',
  tz_continent: 'Europe',
  tz_place: 'London',
  href: 'https://paper.example/',
  tags: ['maps'],
};

/** Writes of hosts and visitors of a conference. */
export async function runAConference(tourist: Tourist): Promise<void> {
  await decideAboutEvents(tourist);
  await describeEvent(tourist);
  await holdATalk(tourist);
  const { ask, tokens } = tourist;
  for (const method of ['POST', 'DELETE']) {
    await ask(`${method} /v2.1/talks/:talkId/starred`, { params: TALK, token: tokens.attendee });
    await ask(`${method} /v2.1/events/:eventId/attending`, { params: EVENT, token: tokens.attendee });
  }
}

async function decideAboutEvents({ ask, tokens }: Tourist): Promise<void> {
  const submit = async (name: string) => {
    const answer = await ask('POST /v2.1/events', { token: tokens.speaker, body: { ...conference, name } });
    return { eventId: numberIn(answer.headers.get('content-location')) };
  };
  await ask('POST /v2.1/events/:eventId/approval', { params: await submit(conference.name), token: tokens.admin });
  await ask('DELETE /v2.1/events/:eventId/approval', {
    params: await submit('Paper and Pixels again'),
    query: '?reason=It+is+the+same+as+the+other',
    token: tokens.admin,
  });
}

async function describeEvent({ ask, tokens: { host: token }, service }: Tourist): Promise<void> {
  const params = EVENT;
  const { rows } = await service.database.pool.query<{ name: string; from: string; to: string }>(
    `select name, starts_at::text as from, ends_at::text as to from events where id = $1`,
    [EVENT.eventId],
  );
  const { name = '', from = '', to = '' } = rows[0] ?? {};
  const dates = { start_date: from.slice(0, 10), end_date: to.slice(0, 10) };
  const body = { ...conference, name, ...dates, tz_place: 'Berlin', description: 'Said in other words.' };
  await ask('PUT /v2.1/events/:eventId', { params, token, body });
  const added = await ask('GET /v2.1/users', { query: '?username=attendee' });
  await ask('POST /v2.1/events/:eventId/hosts', { params, token, body: { host_name: 'attendee' } });
  const userId = numberIn(firstOf(added, 'users')['uri']);
  await ask('DELETE /v2.1/events/:eventId/hosts/:userId', { params: { ...params, userId }, token });
  const image = (await readdir(service.images)).find((file) => /^event-2-.*orig/.test(file)) ?? '';
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(await readFile(join(service.images, image)))]), 'image.png');
  await ask('POST /v2.1/events/:eventId/images', { params, token, body: form });
  await ask('DELETE /v2.1/events/:eventId/images', { params, token });
}

async function holdATalk({ ask, tokens: { host: token } }: Tourist): Promise<void> {
  const { start_date } = firstOf(await ask('GET /v2.1/talks/:talkId', { params: TALK }), 'talks');
  const trackBody = { track_name: 'The attic', track_description: 'Under the roof, up the small stairs.' };
  const trackId = madeBy(await ask('POST /v2.1/events/:eventId/tracks', { params: EVENT, token, body: trackBody }));
  await ask('PUT /v2.1/tracks/:trackId', { params: { trackId }, token, body: trackBody });

  const body = {
    talk_title: 'Maps that fold themselves',
    talk_description: 'What paper knows and screens forget.',
    type: 'Talk',
    start_date,
    duration: 30,
    language: 'English - UK',
    speakers: ['Ada Miura'],
  };
  const talkId = madeBy(await ask('POST /v2.1/events/:eventId/talks', { params: EVENT, token, body }));
  const params = { talkId };
  await ask('PUT /v2.1/talks/:talkId', { params, token, body });
  const track = (await ask('GET /v2.1/tracks/:trackId', { params: { trackId } })).text;
  const track_uri = /"uri":"([^"]*)"/.exec(track)?.[1] ?? '';
  await ask('POST /v2.1/talks/:talkId/tracks', { params, token, body: { track_uri } });
  await ask('DELETE /v2.1/talks/:talkId/tracks/:trackId', { params: { talkId, trackId }, token });
  await ask('DELETE /v2.1/tracks/:trackId', { params: { trackId }, token });

  const link = { display_name: 'slides_link', url: 'https://paper.example/slides.pdf' };
  const linkId = madeBy(await ask('POST /v2.1/talks/:talkId/links', { params, token, body: link }));
  await ask('GET /v2.1/talks/:talkId/links', { params });
  await ask('GET /v2.1/talks/:talkId/links/:linkId', { params: { talkId, linkId } });
  await ask('PUT /v2.1/talks/:talkId/links/:linkId', { params: { talkId, linkId }, token, body: link });
  await ask('DELETE /v2.1/talks/:talkId/links/:linkId', { params: { talkId, linkId }, token });
  await ask('DELETE /v2.1/talks/:talkId', { params, token });
}
