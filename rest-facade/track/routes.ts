import * as operations from '../operations/documents.generated.js';
import { route } from '../route.js';
import { recordOf } from '../shape/envelope.js';
import { changed, created, gone } from '../shape/written.js';
import { trackBody, trackRecord } from './record.js';

const { fieldNames } = trackBody;
const sentences = {
  EVENT_UNKNOWN: 'Associated event not found',
  HOSTS_ONLY: 'You do not have permission to edit this track',
};

/** Spec §4.4, contract §3.3. */
export const trackRoutes = [
  route('GET /v2.1/tracks/:trackId', {
    operation: operations.TrackRecordDocument,
    variables: ({ params }) => ({ id: params.trackId }),
    reply: (data, request) => recordOf('tracks', data.track, trackRecord, 'Track not found', request, data),
  }),
  route('POST /v2.1/events/:eventId/tracks', {
    operation: operations.AddTrackDocument,
    variables: (request) => ({ input: { eventId: request.params.eventId, ...trackBody(request) } }),
    reply: (data, { links }) => created(links.track(data.addTrack.track.id)),
    login: 'You must be logged in to create a track',
    sentences,
    fieldNames,
  }),
  route('PUT /v2.1/tracks/:trackId', {
    operation: operations.ReplaceTrackDocument,
    variables: (request) => ({ input: { trackId: request.params.trackId, ...trackBody(request) } }),
    reply: (data, { links }) => changed(links.track(data.replaceTrack.track.id)),
    login: 'You must be logged in to edit this track',
    sentences,
    fieldNames,
  }),
  route('DELETE /v2.1/tracks/:trackId', {
    operation: operations.DeleteTrackDocument,
    variables: ({ params }) => ({ input: { trackId: params.trackId } }),
    reply: () => gone,
    login: 'You must be logged in to delete this track',
    sentences: { ...sentences, HOSTS_ONLY: 'You do not have permission to delete this track' },
  }),
];
