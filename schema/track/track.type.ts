import type { TrackRow } from '../../src/core/reads/tracks.js';
import { field } from '../fields.js';
import { related, objectType } from '../object-type.js';
import { lookup, queries } from '../root-fields.js';
import { pagedTalks } from '../talk/talk-relations.js';

objectType('Track', 'A named group of talks within an event.', {
  id: field.id('Numeric ID of the track, as in `/v2.1/tracks/{id}`.'),
  eventId: field.id('ID of the event to which the track belongs.'),
  event: related('Event', 'event', 'eventId', 'The event to which the track belongs.'),
  name: field.string('Name of the track. Not necessarily unique.'),
  description: field.string('Description of the track; may be empty.'),
  talkCount: field.int('Number of talks on the track.'),
  talks: pagedTalks(
    'Talks of the track, earliest start first.',
    'talksOfTrack',
    ({ talkCount }: TrackRow) => talkCount,
  ),
});

export const trackQueries = queries({
  track: lookup(
    'Track',
    'track',
    'Look up a track by ID. Returns null if it does not exist or is not visible to the viewer.',
  ),
});
