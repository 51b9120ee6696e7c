import type { TalkRecordFragment } from '../operations/documents.generated.js';
import type { FacadeSettings, WireRequest } from '../request.js';
import { flag, talkLinkNames, talkTypes, wholeAverage } from '../wire-values.js';
import { verboseOnly } from './verbose.js';

type Links = WireRequest['links'];

/** The talk record, spec §2.4, in the member order of contract §3.4. */
export function talkRecord(talk: TalkRecordFragment, { links, verbose, settings }: WireRequest) {
  const uri = links.talk(talk.id);
  const comments = links.below(uri, 'comments');
  const tracks = links.below(uri, 'tracks');
  return {
    id: Number(talk.id),
    talk_title: talk.title,
    url_friendly_talk_title: talk.slug,
    talk_description: talk.description,
    type: typeWord(talk.type, settings),
    start_date: talk.startDate,
    duration: talk.durationMinutes,
    stub: talk.stub,
    average_rating: wholeAverage(talk.ratings),
    comments_enabled: flag(talk.commentsOpen),
    comment_count: talk.commentCount,
    starred: talk.viewerHasStarred,
    starred_count: talk.starCount,
    ...(verbose && verboseMembers(talk)),
    speakers: talk.speakers.map((speaker) => speakerRecord(speaker, links)),
    tracks: talk.tracks.map(({ id, name }) => ({
      track_name: name,
      track_uri: links.track(id),
      remove_track_uri: links.below(tracks, id),
    })),
    uri,
    verbose_uri: links.verbose(uri),
    website_uri: links.talkPage(talk.stub),
    starred_uri: links.below(uri, 'starred'),
    tracks_uri: tracks,
    comments_uri: comments,
    verbose_comments_uri: links.verbose(comments),
    event_uri: links.event(talk.eventId),
    speakers_uri: links.below(uri, 'speakers'),
  };
}

function verboseMembers(talk: TalkRecordFragment) {
  const media = verboseOnly(talk.links);
  return {
    slides_link: media.find(({ kind }) => kind === 'SLIDES')?.url ?? '',
    talk_media: media.map(({ kind, url }) => ({ [talkLinkNames[kind]]: url })),
    language: verboseOnly(talk.language).name,
    user_rating: verboseOnly(talk.viewerRating),
  };
}

/** A speaker; `speaker_uri` exists once an account has claimed the name (spec §2.4). */
export function speakerRecord({ name, userId }: { name: string; userId: string | null }, links: Links) {
  return { speaker_name: name, ...(userId !== null && { speaker_uri: links.user(userId) }) };
}

/** One of a talk's links (contract §3.4, Media links). */
export function talkLinkRecord({ id, kind, url }: { id: string; kind: keyof typeof talkLinkNames; url: string }) {
  return { id: Number(id), display_name: talkLinkNames[kind], url };
}

/** Wire value of a talk type. */
export function typeWord(type: TalkRecordFragment['type'], { socialTalkType }: FacadeSettings): string {
  return type === 'SOCIAL_EVENT' ? socialTalkType : talkTypes[type];
}
