import { EVENT, firstOf, madeBy, numberIn, TALK, type Tourist } from './tourist.js';

/** Comments, reports and claims, and the decisions of hosts. */
export async function moderate(tourist: Tourist): Promise<void> {
  await comment(tourist);
  await claim(tourist);
}

async function comment({ ask, tokens: { attendee, speaker, host } }: Tourist): Promise<void> {
  const body = { comment: 'Now I want two doors as well.', rating: 5 };
  const onTalk = await ask('POST /v2.1/talks/:talkId/comments', { params: TALK, token: attendee, body });
  const onEvent = await ask('POST /v2.1/events/:eventId/comments', { params: EVENT, token: attendee, body });
  const params = { commentId: madeBy(onTalk) };
  const edit = { comment: 'Now I want three doors.' };
  await ask('PUT /v2.1/talk_comments/:commentId', { params, token: attendee, body: edit });
  const reports = [
    ['talk_comments', 'talk_comments', onTalk],
    ['event_comments', 'comments', onEvent],
  ] as const;
  for (const [comments, list, made] of reports) {
    const about = { params: { commentId: madeBy(made) } };
    await ask(`POST /v2.1/${comments}/:commentId/reported`, { ...about, token: speaker });
    await ask(`GET /v2.1/events/:eventId/${list}/reported`, { params: EVENT, token: host });
    await ask(`PUT /v2.1/${comments}/:commentId/reported`, { ...about, token: host, body: { decision: 'denied' } });
  }
}

async function claim({ ask, tokens: { speaker, host } }: Tourist): Promise<void> {
  const waiting = firstOf(await ask('GET /v2.1/events/:eventId/claims', { params: EVENT, token: host }), 'claims');
  const params = { talkId: numberIn(waiting['talk_uri']) };
  const body = { display_name: String(waiting['display_name']), username: 'speaker' };
  const userId = numberIn(waiting['speaker_uri']);
  await ask('POST /v2.1/talks/:talkId/speakers', { params, token: host, body });
  await ask('DELETE /v2.1/talks/:talkId/speakers/:userId', { params: { ...params, userId }, token: host });
  await ask('POST /v2.1/talks/:talkId/speakers', { params, token: speaker, body });
  const query = `?${new URLSearchParams(body).toString()}`;
  await ask('DELETE /v2.1/talks/:talkId/speakers', { params, token: host, query });
}
