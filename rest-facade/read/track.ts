import type { AddTrackInput } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { given } from './given.js';

/** Scheme and host are not looked at: clients keep addresses from when the service was elsewhere (contract §3.4). */
const TRACK_ADDRESS = /\/v2\.1\/tracks\/(\d+)$/;

/** The track that a body describes (spec §4.4). */
export function trackFields({ fields }: WireRequest): Omit<AddTrackInput, 'eventId'> {
  return { name: fields.text('track_name'), ...given('description', fields.optionalText('track_description')) };
}

/** The number of the track to which `track_uri` leads; empty when it leads to none. */
export function trackIdOf({ fields }: WireRequest): string {
  return TRACK_ADDRESS.exec(fields.text('track_uri'))?.[1] ?? '';
}
