import type { Conference } from './collect.js';

/** Describes data that the other server does not expose, or exposes only as counts: one sentence each. */
export function unmoved(conference: Conference, samePeople: boolean): string[] {
  const { event, talks, eventComments, talkComments } = conference;
  const stars = talks.records.reduce((sum, { starCount }) => sum + starCount, 0);
  const comments = [...eventComments.records, ...talkComments.records];
  const signed = comments.filter(({ author }) => author.account !== null || author.username !== null).length;
  const speakers = talks.records.flatMap((talk) => talk.speakers).filter(({ account }) => account !== null).length;
  const lists = { tracks: conference.tracks, talks, comments: eventComments, 'talk comments': talkComments };
  return [
    ...(event.attendeeCount > 0 ? [`${event.attendeeCount} attendees were not imported.`] : []),
    ...(stars > 0 ? [`${stars} stars were not imported: the API does not expose their users.`] : []),
    ...(signed > 0 && !samePeople
      ? [`${signed} signed comments were imported as anonymous: their ratings do not count towards averages.`]
      : []),
    ...(speakers > 0 && !samePeople
      ? [
          `${speakers} speakers with an account were imported by name: they can claim their talks, or link them with --accounts.`,
        ]
      : []),
    ...Object.entries(lists)
      .map(([name, { records, total }]) => ({ name, missing: (total ?? 0) - records.length }))
      .filter(({ missing }) => missing > 0)
      .map(({ name, missing }) => `The other server reports ${missing} more ${name} than it returned.`),
  ];
}
