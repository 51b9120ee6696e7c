import type { SubmitEventMutation } from '../operations/documents.generated.js';
import type { Reply, WireRequest } from '../request.js';
import { accepted, created } from '../shape/written.js';

/**
 * Response to event submission (decisions.md no. 1): `Location` is the collection, `Content-Location` the new event,
 * which its host may read. With `legacySubmission` as in the original service: the URL of the event, or 202 while it
 * is pending.
 */
export function submittedEvent({ submitEvent: { event } }: SubmitEventMutation, request: WireRequest): Reply {
  const { links, settings } = request;
  if (!settings.legacySubmission) return created(links.events(), { 'Content-Location': links.event(event.id) });
  return event.status === 'APPROVED' ? created(links.event(event.id)) : accepted(links.events());
}
