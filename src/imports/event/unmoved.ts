import type { Conference } from './collect.js';

/** What the other server has of the event and does not show, or shows of accounts alone: one sentence for each. */
export function unmoved(conference: Conference, samePeople: boolean): string[] {
  const { event, talks, eventComments, talkComments } = conference;
  const stars = talks.records.reduce((sum, { starCount }) => sum + starCount, 0);
  const comments = [...eventComments.records, ...talkComments.records];
  const signed = comments.filter(({ author }) => author.account !== null || author.username !== null).length;
  const speakers = talks.records.flatMap((talk) => talk.speakers).filter(({ account }) => account !== null).length;
  const lists = { tracks: conference.tracks, talks, comments: eventComments, 'talk comments': talkComments };
  return [
    ...(event.attendeeCount > 0 ? [`${event.attendeeCount} people attend there: attendance is not moved.`] : []),
    ...(stars > 0 ? [`Its talks have ${stars} stars there: whose they are is not shown.`] : []),
    ...(signed > 0 && !samePeople
      ? [`${signed} comments are signed there and anonymous here, so that their ratings count in no average.`]
      : []),
    ...(speakers > 0 && !samePeople
      ? [
          `${speakers} speakers have an account there and are names here: they can claim their talks, or --accounts links them.`,
        ]
      : []),
    ...Object.entries(lists)
      .map(([name, { records, total }]) => ({ name, missing: (total ?? 0) - records.length }))
      .filter(({ missing }) => missing > 0)
      .map(({ name, missing }) => `The other server counts ${missing} more ${name} than it sends.`),
  ];
}
