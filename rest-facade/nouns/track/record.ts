import { body, optionalText, text } from '../../table/body.js';
import { count } from '../../wire/json-schema.js';
import { record } from '../../table/record.js';
import { link } from '../../table/record-links.js';
import { of } from '../../table/rows.js';

/** Spec §2.3; the verbose form is the same (contract §3.3). */
export const trackRecord = record('Track', {
  track_name: of('name'),
  track_description: of('description'),
  talks_count: of('talkCount', { schema: count }),
  uri: link('/tracks/{id}', 'This track.'),
  verbose_uri: link('/tracks/{id}?verbose=yes', 'This track; tracks have no verbose form.'),
  event_uri: link('/events/{eventId}', 'The event.'),
});

/** The body of POST and of PUT (spec §4.4). */
export const trackBody = body({
  track_name: text('name'),
  track_description: optionalText('description'),
});
