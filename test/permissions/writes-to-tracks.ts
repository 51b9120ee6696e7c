import { may } from './truth.js';
import type { At } from './world.js';
import type { Wrong, Write } from './write.js';

const HOSTS = 'FORBIDDEN HOSTS_ONLY';
const speakers = may('speakers', 'FORBIDDEN HOSTS_AND_SPEAKERS_ONLY');
const event = ({ event }: At) => [event];
const eventId = ({ event }: At) => ({ eventId: event });
const talk = ({ talk }: At) => [talk];
const talkId = ({ talk }: At) => ({ talkId: talk });
const trackOf = (name: 'track' | 'otherTrack') => (at: At) => ({ ...talkId(at), trackId: at[name] });
const elsewhere = (reason: string, name: (at: At) => string): Wrong => ({
  ...{ by: 'host', told: reason },
  ...{ given: (at) => `update tracks set event_id = ${name(at)} where id = ${at.otherTrack}` },
});

export const writesToTracks: readonly Write[] = [
  {
    ...{ name: 'add a track', mutation: 'addTrack', row: 'POST /v2.1/events/{id}/tracks', ids: event },
    ...{ body: () => ({ track_name: 'Web' }), input: (at) => ({ ...eventId(at), name: 'Web' }) },
    ...{ asks: ['mayAddTrack'], truth: may('hosts', HOSTS), unseen: 'EVENT_UNKNOWN' },
    wrong: [
      {
        ...{ by: 'host', told: 'INVALID FIELD_REQUIRED:track_name TEXT_TOO_LONG:track_description' },
        body: { track_name: '', track_description: 'x'.repeat(65_536) },
        input: { name: '', description: 'x'.repeat(65_536) },
      },
    ],
  },
  {
    ...{ name: 'replace a track', mutation: 'replaceTrack', row: 'PUT /v2.1/tracks/{id}', ids: ({ track }) => [track] },
    body: () => ({ track_name: 'Web', track_description: 'Pages' }),
    input: ({ track }) => ({ trackId: track, name: 'Web', description: 'Pages' }),
    ...{ asks: ['mayReplaceTrack'], truth: may('hosts', HOSTS), unseen: 'TRACK_UNKNOWN' },
    wrong: [
      {
        ...{ by: 'host', told: 'INVALID TEXT_TOO_LONG:track_name' },
        ...{ body: { track_name: 'x'.repeat(301) }, input: { name: 'x'.repeat(301) } },
      },
    ],
  },
  {
    ...{ name: 'rename a track', mutation: 'replaceTrack', row: 'PUT /v2.1/tracks/{id}', ids: ({ track }) => [track] },
    ...{ body: () => ({ track_name: 'Web' }), input: ({ track }) => ({ trackId: track, name: 'Web' }) },
    ...{ asks: ['mayReplaceTrack'], truth: may('hosts', HOSTS), unseen: 'TRACK_UNKNOWN', wrong: [] },
  },
  {
    ...{ name: 'delete a track', mutation: 'deleteTrack', row: 'DELETE /v2.1/tracks/{id}' },
    ...{ ids: ({ track }) => [track], input: ({ track }) => ({ trackId: track }) },
    ...{ asks: ['mayDeleteTrack'], truth: may('hosts', HOSTS), unseen: 'TRACK_UNKNOWN', wrong: [] },
  },
  {
    ...{ name: 'put a talk on a track', mutation: 'addTalkToTrack', row: 'POST /v2.1/talks/{id}/tracks', ids: talk },
    ...{
      body: ({ otherTrack }) => ({ track_uri: `http://x/v2.1/tracks/${otherTrack}` }),
      input: trackOf('otherTrack'),
    },
    ...{ asks: ['mayAddTalkToTrack'], truth: speakers, unseen: 'TALK_UNKNOWN' },
    wrong: [
      { by: 'host', told: 'INVALID FIELD_REQUIRED:track_uri', body: { track_uri: 'x' }, input: { trackId: '' } },
      elsewhere('INVALID TRACK_OF_OTHER_EVENT:track_uri', ({ hidden }) => hidden.event),
      {
        ...{ by: 'host', told: 'NOT_FOUND TRACK_UNKNOWN' },
        about: (at) => ({ ...at, otherTrack: '999999' }),
      },
    ],
  },
  {
    ...{ name: 'take a talk off a track', mutation: 'removeTalkFromTrack' },
    ...{ row: 'DELETE /v2.1/talks/{id}/tracks/{track}', ids: ({ talk, track }) => [talk, track] },
    ...{ input: trackOf('track'), asks: ['mayRemoveTalkFromTrack'], truth: speakers, unseen: 'TALK_UNKNOWN' },
    wrong: [
      {
        ...{ by: 'host', told: 'NOT_FOUND TRACK_UNKNOWN' },
        about: (at) => ({ ...at, track: '999999' }),
      },
    ],
  },
];
