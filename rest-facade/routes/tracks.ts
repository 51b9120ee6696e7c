import { TrackRecordDocument } from '../operations/documents.generated.js';
import { route } from '../route.js';
import { recordOf } from '../shape/envelope.js';
import { trackRecord } from '../track/record.js';

/** Spec §4.4, contract §3.3. */
export const trackRoutes = [
  route('GET /v2.1/tracks/:trackId', {
    operation: TrackRecordDocument,
    variables: ({ params }) => ({ id: params.trackId }),
    reply: (data, request) => recordOf('tracks', data.track, trackRecord, 'Track not found', request, data),
  }),
];
