import {
  count,
  flag as flagSchema,
  listOf,
  number,
  objectOf,
  one,
  orNull,
  rating,
  text,
} from '../../wire/json-schema.js';
import type { TalkLinkKind, TalkType } from '../../operations/documents.generated.js';
import { record } from '../../table/record.js';
import { feed, link, page } from '../../table/record-links.js';
import { items, list, of, verbose } from '../../table/rows.js';
import type { FacadeSettings } from '../../wire/request.js';
import { flag, talkLinkNames, talkTypes, wholeAverage } from '../../wire/wire-values.js';

const linkNames = Object.values(talkLinkNames);
/** Of the types of talks and of sessions. */
export const typeNote =
  'In v2.1 `Talk`, `Keynote`, `Workshop`, `Event related`, or the configured name of social events.';

/** Wire value of a talk type. */
export const typeWord = (type: TalkType, { settings }: { settings: Pick<FacadeSettings, 'socialTalkType'> }): string =>
  type === 'SOCIAL_EVENT' ? settings.socialTalkType : talkTypes[type];

interface TalkLink {
  readonly kind: TalkLinkKind;
  readonly url: string;
}

/** `speaker_uri` exists once an account has claimed the name (spec §2.4). */
export const speakerRecord = record('Speaker', {
  speaker_name: of('name'),
  speaker_uri: link('/users/{userId}', 'The account of the speaker.', 'once an account has claimed the name'),
});

export const trackOfTalkRecord = record(
  'Track',
  {
    track_name: of('name'),
    track_uri: link('/tracks/{id}', 'The track.'),
    remove_track_uri: link('/talks/{parent.id}/tracks/{id}', 'Removes the talk from the track, with DELETE.'),
  },
  'TrackOfTalk',
);

/** Spec §2.4, contract §3.4. */
export const talkRecord = record('Talk', {
  id: of('id', Number, { schema: number }),
  talk_title: of('title'),
  url_friendly_talk_title: of('slug'),
  talk_description: of('description'),
  type: of('type', typeWord, { schema: text, note: typeNote }),
  start_date: of('startDate'),
  duration: of('durationMinutes', { schema: count }),
  stub: of('stub'),
  average_rating: of('ratings.average', wholeAverage, {
    schema: rating,
    description: 'Average rating, rounded to an integer; 0 if there are no ratings.',
  }),
  comments_enabled: of('commentsOpen', flag, { schema: flagSchema }),
  comment_count: of('commentCount', { schema: count }),
  starred: of('viewerHasStarred'),
  starred_count: of('starCount', { schema: count }),
  slides_link: verbose(
    items(
      'links',
      ['kind', 'url'],
      (links: readonly TalkLink[]) => links.find(({ kind }) => kind === 'SLIDES')?.url ?? '',
      { schema: text, description: 'The first link to slides; empty if there is none.' },
    ),
  ),
  talk_media: verbose(
    items(
      'links',
      ['kind', 'url'],
      (links: readonly TalkLink[]) => links.map(({ kind, url }) => ({ [talkLinkNames[kind]]: url })),
      {
        schema: listOf(objectOf(Object.fromEntries(linkNames.map((name) => [name, text])), linkNames)),
        note: 'In v2.1 an object with one member, named after the kind of link.',
      },
    ),
  ),
  language: verbose(of('language.name')),
  user_rating: verbose(of('viewerRating', { schema: orNull(rating) })),
  speakers: list('speakers', speakerRecord),
  tracks: list('tracks', trackOfTalkRecord),
  uri: link('/talks/{id}', 'This talk.'),
  verbose_uri: link('/talks/{id}?verbose=yes', 'This talk with `verbose=yes`.'),
  website_uri: page('/talk/{stub}', 'Web page of the talk.'),
  starred_uri: link('/talks/{id}/starred', 'Your star: GET reads it, POST and DELETE change it.'),
  tracks_uri: link('/talks/{id}/tracks', 'Adds the talk to a track, with POST.'),
  comments_uri: link('/talks/{id}/comments', 'Comments on the talk.'),
  verbose_comments_uri: link('/talks/{id}/comments?verbose=yes', 'Comments on the talk with `verbose=yes`.'),
  event_uri: link('/events/{eventId}', 'The event.'),
  speakers_uri: link('/talks/{id}/speakers', 'Speakers of the talk; POST links a name to an account.'),
  calendar_uri: verbose(feed('/feeds/talks/{id}.ics', 'The talk as an iCalendar feed.')),
  feedback_uri: verbose(of('feedbackUrl')),
});

/** Contract §3.4, Media links. */
export const talkLinkRecord = record('TalkLink', {
  id: of('id', Number, { schema: number }),
  display_name: of('kind', (kind: TalkLinkKind) => talkLinkNames[kind], { schema: one(...linkNames) }),
  url: of('url'),
});
