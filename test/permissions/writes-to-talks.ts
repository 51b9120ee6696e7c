import { may } from './truth.js';
import type { At } from './world.js';
import type { Wrong, Write } from './write.js';

const HOSTS = 'FORBIDDEN HOSTS_ONLY';
const BOTH = 'FORBIDDEN HOSTS_AND_SPEAKERS_ONLY';
const speakers = may('speakers', BOTH);

const body = () => ({
  ...{ talk_title: 'On Writing', talk_description: 'How it is done', start_date: '2090-06-01 14:00', type: 'Keynote' },
  ...{
    language: 'english - us',
    speakers: ['Sam', ' New '],
    duration: 25,
    slides_link: 'https://example.org/slides.pdf',
  },
});
const input = () => ({
  ...{ title: 'On Writing', description: 'How it is done', startDate: '2090-06-01 14:00', type: 'KEYNOTE' },
  ...{
    language: 'english - us',
    speakers: ['Sam', ' New '],
    durationMinutes: 25,
    slidesUrl: 'https://example.org/slides.pdf',
  },
});
const wrong: readonly Wrong[] = [
  { by: 'host', told: 'INVALID FIELD_REQUIRED:talk_title', body: { talk_title: '' }, input: { title: '' } },
  {
    ...{ by: 'host', told: 'INVALID DATE_UNREADABLE:start_date' },
    ...{ body: { start_date: 'soon' }, input: { startDate: 'soon' } },
  },
  {
    ...{ by: 'host', told: 'INVALID TALK_OUTSIDE_EVENT:start_date' },
    ...{ body: { start_date: '2020-01-01' }, input: { startDate: '2020-01-01' } },
  },
  {
    by: 'host',
    told: 'INVALID LANGUAGE_UNKNOWN:language',
    body: { language: 'Elvish' },
    input: { language: 'Elvish' },
  },
  {
    ...{ by: 'host', told: 'INVALID NUMBER_OUT_OF_RANGE:duration' },
    ...{ body: { duration: 44_641 }, input: { durationMinutes: 44_641 } },
  },
  {
    ...{ by: 'host', told: 'INVALID URL_INVALID:slides_link' },
    ...{ body: { slides_link: 'ftp://x' }, input: { slidesUrl: 'ftp://x' } },
  },
];
const talk = ({ talk }: At) => [talk];
const talkId = ({ talk }: At) => ({ talkId: talk });
const linkIds = ({ talk, link }: At) => [talk, link];
const badUrl: Wrong = { by: 'host', told: 'INVALID URL_INVALID:url', body: { url: 'x' }, input: { url: 'x' } };
const noUrl: Wrong = { by: 'speaker', told: 'INVALID FIELD_REQUIRED:url', body: { url: '' }, input: { url: '' } };
const otherTalk: Wrong = {
  ...{ by: 'speaker', told: 'NOT_FOUND LINK_UNKNOWN' },
  given: ({ link, shown, hidden }) =>
    `update talk_links set (event_id, talk_id) = (${hidden.event}, ${hidden.talk}) where id = ${link} and talk_id = ${shown.talk}`,
};

export const writesToTalks: readonly Write[] = [
  {
    ...{ name: 'add a talk', mutation: 'addTalk', row: 'POST /v2.1/events/{id}/talks', ids: ({ event }) => [event] },
    ...{ body, input: ({ event }) => ({ eventId: event, ...input() }), wrong },
    ...{ asks: ['mayAddTalk'], truth: may('hosts', HOSTS), unseen: 'EVENT_UNKNOWN' },
  },
  {
    ...{ name: 'replace a talk', mutation: 'replaceTalk', row: 'PUT /v2.1/talks/{id}', ids: talk },
    ...{ body, input: (at) => ({ ...talkId(at), ...input() }), wrong },
    ...{ asks: ['mayReplaceTalk'], truth: speakers, unseen: 'TALK_UNKNOWN' },
  },
  {
    ...{ name: 'replace little of a talk', mutation: 'replaceTalk', row: 'PUT /v2.1/talks/{id}', ids: talk },
    body: () => ({ talk_title: 'On', talk_description: 'How', start_date: '2090-06-01', slides_link: '' }),
    input: (at) => ({ ...talkId(at), title: 'On', description: 'How', startDate: '2090-06-01', slidesUrl: null }),
    ...{ asks: ['mayReplaceTalk'], truth: speakers, unseen: 'TALK_UNKNOWN', wrong: [] },
  },
  {
    ...{ name: 'delete a talk', mutation: 'deleteTalk', row: 'DELETE /v2.1/talks/{id}', ids: talk, input: talkId },
    ...{ asks: ['mayDeleteTalk'], truth: may('hosts', HOSTS), unseen: 'TALK_UNKNOWN', wrong: [] },
  },
  {
    ...{ name: 'add a link', mutation: 'addTalkLink', row: 'POST /v2.1/talks/{id}/links', ids: talk },
    body: () => ({ display_name: 'code_link', url: 'https://example.org/code' }),
    input: (at) => ({ ...talkId(at), kind: 'CODE', url: 'https://example.org/code' }),
    ...{ asks: ['mayChangeTalkLinks'], truth: speakers, unseen: 'TALK_UNKNOWN', wrong: [badUrl, noUrl] },
  },
  {
    ...{ name: 'replace a link', mutation: 'replaceTalkLink', row: 'PUT /v2.1/talks/{id}/links/{link}', ids: linkIds },
    body: () => ({ display_name: 'video_link', url: 'https://example.org/video' }),
    input: (at) => ({ ...talkId(at), linkId: at.link, kind: 'VIDEO', url: 'https://example.org/video' }),
    ...{ asks: ['mayChangeTalkLinks'], truth: speakers, unseen: 'TALK_UNKNOWN', wrong: [badUrl, noUrl, otherTalk] },
  },
  {
    ...{ name: 'delete a link', mutation: 'deleteTalkLink', row: 'DELETE /v2.1/talks/{id}/links/{link}', ids: linkIds },
    input: (at) => ({ ...talkId(at), linkId: at.link }),
    ...{ asks: ['mayChangeTalkLinks'], truth: speakers, unseen: 'TALK_UNKNOWN', wrong: [otherTalk] },
  },
  {
    ...{ name: 'star a talk', mutation: 'starTalk', row: 'POST /v2.1/talks/{id}/starred', ids: talk, input: talkId },
    ...{ asks: [], truth: may('attending'), unseen: 'TALK_UNKNOWN', wrong: [] },
  },
  {
    ...{
      name: 'unstar a talk',
      mutation: 'unstarTalk',
      row: 'DELETE /v2.1/talks/{id}/starred',
      ids: talk,
      input: talkId,
    },
    ...{ asks: [], truth: may('leaving'), unseen: 'TALK_UNKNOWN', wrong: [] },
  },
];
