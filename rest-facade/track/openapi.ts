import { trackBody } from './record.js';
import { changed, created, gone, single, type Operations } from '../openapi/operation.js';

/** Spec §4.4, contract §3.3. */
export const trackOperations: Operations = {
  'POST /v2.1/events/:eventId/tracks': {
    summary: 'Add a track',
    body: trackBody.membersOf('AddTrackInput'),
    answers: created('The track.'),
  },
  'GET /v2.1/tracks/:trackId': { summary: 'Get a track', answers: single('tracks', 'Track') },
  'PUT /v2.1/tracks/:trackId': {
    summary: 'Replace a track',
    body: trackBody.membersOf('ReplaceTrackInput'),
    answers: changed('The track.'),
  },
  'DELETE /v2.1/tracks/:trackId': { summary: 'Delete a track', answers: gone },
};
