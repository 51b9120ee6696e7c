import type { SubmitEventMutation } from '../operations/documents.generated.js';
import type { Reply, WireRequest } from '../request.js';
import { accepted, created } from './written.js';

/**
 * What submitting an event answers (decisions.md no. 1): where all events are, and where the new one is, which its host may
 * read. Where a deployment wants the original's answers: the event's own address, or 202 while it awaits approval.
 */
export function submittedEvent({ submitEvent: { event } }: SubmitEventMutation, request: WireRequest): Reply {
  const { links, settings } = request;
  if (!settings.legacySubmission) return created(links.events(), { 'Content-Location': links.event(event.id) });
  return event.status === 'APPROVED' ? created(links.event(event.id)) : accepted(links.events());
}
