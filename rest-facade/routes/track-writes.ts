import * as operations from '../operations/documents.generated.js';
import { trackFields } from '../read/track.js';
import { route } from '../route.js';
import { changed, created, gone } from '../shape/written.js';

const fieldNames = { name: 'track_name', description: 'track_description' };
const sentences = {
  EVENT_UNKNOWN: 'Associated event not found',
  HOSTS_ONLY: 'You do not have permission to edit this track',
};

/** Spec §4.4, contract §3.3. */
export const trackWriteRoutes = [
  route('POST /v2.1/events/:eventId/tracks', {
    operation: operations.AddTrackDocument,
    variables: (request) => ({ input: { eventId: request.params.eventId, ...trackFields(request) } }),
    reply: (data, { links }) => created(links.track(data.addTrack.track.id)),
    login: 'You must be logged in to create a track',
    sentences,
    fieldNames,
  }),
  route('PUT /v2.1/tracks/:trackId', {
    operation: operations.ReplaceTrackDocument,
    variables: (request) => ({ input: { trackId: request.params.trackId, ...trackFields(request) } }),
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
