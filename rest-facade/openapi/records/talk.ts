import type { speakerRecord, talkLinkRecord, talkRecord } from '../../shape/talk.js';
import type { talkTypeRecord } from '../../shape/reference.js';
import type { trackRecord } from '../../shape/track.js';
import { talkLinkNames } from '../../wire-values.js';
import { address, count, flag, listOf, named, number, objectOf, one, orNull, rating, text } from '../json-schema.js';
import { of, only, own, verbose, type MembersOf } from '../member.js';

const link = (description: string) => own(address, description);
const typeWord = 'In v2.1 `Talk`, `Keynote`, `Workshop`, `Event related`, or the configured name of social events.';
const linkNames = Object.values(talkLinkNames);

/** Contract §3.4. */
export const talk: MembersOf<ReturnType<typeof talkRecord>> = {
  id: of('Talk.id', number),
  talk_title: of('Talk.title'),
  url_friendly_talk_title: of('Talk.slug'),
  talk_description: of('Talk.description'),
  type: of('Talk.type', text, typeWord),
  start_date: of('Talk.startDate'),
  duration: of('Talk.durationMinutes', count),
  stub: of('Talk.stub'),
  average_rating: of('Ratings.average', rating, 'In v2.1 rounded to an integer; 0 without ratings.'),
  comments_enabled: of('Talk.commentsOpen', flag),
  comment_count: of('Talk.commentCount', count),
  starred: of('Talk.viewerHasStarred'),
  starred_count: of('Talk.starCount', count),
  slides_link: verbose(own(text, 'The first link to slides; empty if there is none.')),
  talk_media: verbose(
    of(
      'Talk.links',
      listOf(objectOf(Object.fromEntries(linkNames.map((name) => [name, text])), linkNames)),
      'In v2.1 an object with one member, named after the kind of link.',
    ),
  ),
  language: verbose(of('Language.name')),
  user_rating: verbose(of('Talk.viewerRating', orNull(rating))),
  speakers: of('Talk.speakers', listOf(named('Speaker'))),
  tracks: of('Talk.tracks', listOf(named('TrackOfTalk'))),
  uri: link('This talk.'),
  verbose_uri: link('This talk with `verbose=yes`.'),
  website_uri: link('Web page of the talk.'),
  starred_uri: link('Your star: GET reads it, POST and DELETE change it.'),
  tracks_uri: link('Adds the talk to a track, with POST.'),
  comments_uri: link('Comments on the talk.'),
  verbose_comments_uri: link('Comments on the talk with `verbose=yes`.'),
  event_uri: link('The event.'),
  speakers_uri: link('Speakers of the talk; POST links a name to an account.'),
};

export const speaker: MembersOf<ReturnType<typeof speakerRecord>> = {
  speaker_name: of('Speaker.name'),
  speaker_uri: only('once an account has claimed the name', link('The account of the speaker.')),
};

export const trackOfTalk: MembersOf<ReturnType<typeof talkRecord>['tracks'][number]> = {
  track_name: of('Track.name'),
  track_uri: link('The track.'),
  remove_track_uri: link('Removes the talk from the track, with DELETE.'),
};

/** Contract §3.4, Media links. */
export const talkLink: MembersOf<ReturnType<typeof talkLinkRecord>> = {
  id: of('TalkLink.id', number),
  display_name: of('TalkLink.kind', one(...linkNames)),
  url: of('TalkLink.url'),
};

/** Contract §3.3. */
export const track: MembersOf<ReturnType<typeof trackRecord>> = {
  track_name: of('Track.name'),
  track_description: of('Track.description'),
  talks_count: of('Track.talkCount', count),
  uri: link('This track.'),
  verbose_uri: link('This track; tracks have no verbose form.'),
  event_uri: link('The event.'),
};

/** Contract §3.10. */
export const talkType: MembersOf<ReturnType<typeof talkTypeRecord>> = {
  title: of('TalkTypeEntry.type', text, typeWord),
  description: of('TalkTypeEntry.description'),
  uri: link('This talk type.'),
  verbose_uri: link('This talk type; talk types have no verbose form.'),
};
