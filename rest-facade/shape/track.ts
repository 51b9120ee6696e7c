import type { TrackRecordFragment } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';

/** The track record, spec §2.3; the verbose form is the same (contract §3.3). */
export function trackRecord(track: TrackRecordFragment, { links }: WireRequest) {
  const uri = links.track(track.id);
  return {
    track_name: track.name,
    track_description: track.description,
    talks_count: track.talkCount,
    uri,
    verbose_uri: links.verbose(uri),
    event_uri: links.event(track.eventId),
  };
}
