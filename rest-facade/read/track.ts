import type { AddTrackInput } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { given } from './given.js';

/** Ignores scheme and host: clients store URLs of former hosts of the service (contract §3.4). */
const TRACK_ADDRESS = /\/v2\.1\/tracks\/(\d+)$/;

/** Reads a track from a body (spec §4.4). */
export function trackFields({ fields }: WireRequest): Omit<AddTrackInput, 'eventId'> {
  return { name: fields.text('track_name'), ...given('description', fields.optionalText('track_description')) };
}

/** Extracts the track ID from `track_uri`; empty if the URL is not a track. */
export function trackIdOf({ fields }: WireRequest): string {
  return TRACK_ADDRESS.exec(fields.text('track_uri'))?.[1] ?? '';
}
