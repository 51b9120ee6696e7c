import { EVENT, firstOf, numberIn, TALK, type Tourist } from './tourist.js';

/** Reads of the demo data. */
export async function readEverything({ ask, tokens }: Tourist): Promise<void> {
  const few = '?resultsperpage=1';
  await ask('GET /');
  await ask('GET /v2.1');
  await ask('GET /v2.1/events', { query: '?filter=upcoming&resultsperpage=1' });
  await ask('GET /v2.1/events/:eventId', { params: EVENT, query: '?verbose=yes' });
  for (const list of ['talks', 'comments', 'talk_comments', 'attendees']) {
    await ask(`GET /v2.1/events/:eventId/${list}`, { params: EVENT, query: few });
  }
  await ask('GET /v2.1/events/:eventId/hosts', { params: EVENT });
  await ask('GET /v2.1/events/:eventId/images', { params: EVENT });
  await ask('GET /v2.1/events/:eventId/attending', { params: EVENT, token: tokens.attendee });
  const tracks = await ask('GET /v2.1/events/:eventId/tracks', { params: EVENT });
  await ask('GET /v2.1/tracks/:trackId', { params: { trackId: numberIn(firstOf(tracks, 'tracks')['uri']) } });

  await ask('GET /v2.1/talks', { query: '?title=garden&resultsperpage=1' });
  await ask('GET /v2.1/talks/:talkId', { params: TALK });
  await ask('GET /v2.1/talks/:talkId/comments', { params: TALK, query: few });
  await ask('GET /v2.1/talks/:talkId/speakers', { params: TALK });
  await ask('GET /v2.1/talks/:talkId/starred', { params: TALK, token: tokens.attendee });

  const commentOf = (list: string) => ask(`GET /v2.1/events/:eventId/${list}`, { params: EVENT, query: few });
  const onEvent = firstOf(await commentOf('comments'), 'comments')['comment_uri'];
  await ask('GET /v2.1/event_comments/:commentId', { params: { commentId: numberIn(onEvent) } });
  const onTalk = firstOf(await commentOf('talk_comments'), 'comments')['uri'];
  await ask('GET /v2.1/talk_comments/:commentId', { params: { commentId: numberIn(onTalk) } });

  const found = await ask('GET /v2.1/users', { query: '?username=host' });
  const user = { userId: numberIn(firstOf(found, 'users')['uri']) };
  await ask('GET /v2.1/users/:userId', { params: user });
  for (const list of ['talks', 'attended', 'hosted', 'talk_comments']) {
    await ask(`GET /v2.1/users/:userId/${list}`, { params: user, query: few });
  }

  await ask('GET /v2.1/languages', { query: '?resultsperpage=2' });
  await ask('GET /v2.1/languages/:languageId', { params: { languageId: '1' } });
  await ask('GET /v2.1/talk_types', { query: '?resultsperpage=2' });
  await ask('GET /v2.1/talk_types/:typeId', { params: { typeId: '1' } });
}
