import * as operations from '../../operations/documents.generated.js';
import { changed, created, gone, single } from '../../table/replies.js';
import { route } from '../../table/route.js';
import { trackBody, trackRecord } from './record.js';

const { fieldNames } = trackBody;
const sentences = {
  EVENT_UNKNOWN: 'Associated event not found',
  HOSTS_ONLY: 'You do not have permission to edit this track',
};

/** Spec §4.4, contract §3.3. */
export const trackRoutes = [
  route('GET /v2.1/tracks/:trackId', operations.TrackRecordDocument, {
    summary: 'Get a track',
    variables: ({ params }) => ({ id: params.trackId }),
    reply: single('tracks', trackRecord, 'Track not found', ({ track }) => track),
  }),
  route('POST /v2.1/events/:eventId/tracks', operations.AddTrackDocument, {
    summary: 'Add a track',
    body: trackBody.membersOf('AddTrackInput'),
    variables: (request) => ({ input: { eventId: request.params.eventId, ...trackBody(request) } }),
    reply: created('The track.', (data, { links }) => links.track(data.addTrack.track.id)),
    login: 'You must be logged in to create a track',
    sentences,
    fieldNames,
  }),
  route('PUT /v2.1/tracks/:trackId', operations.ReplaceTrackDocument, {
    summary: 'Replace a track',
    body: trackBody.membersOf('ReplaceTrackInput'),
    variables: (request) => ({ input: { trackId: request.params.trackId, ...trackBody(request) } }),
    reply: changed('The track.', (data, { links }) => links.track(data.replaceTrack.track.id)),
    login: 'You must be logged in to edit this track',
    sentences,
    fieldNames,
  }),
  route('DELETE /v2.1/tracks/:trackId', operations.DeleteTrackDocument, {
    summary: 'Delete a track',
    variables: ({ params }) => ({ input: { trackId: params.trackId } }),
    reply: gone,
    login: 'You must be logged in to delete this track',
    sentences: { ...sentences, HOSTS_ONLY: 'You do not have permission to delete this track' },
  }),
];
