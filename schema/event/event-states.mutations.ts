import { cancelEvent, reinstateEvent } from '../../src/core/event/event-cancellation.js';
import { deleteEvent } from '../../src/core/event/event-deletion.js';
import { withdrawEvent } from '../../src/core/event/event-withdrawal.js';
import { field } from '../fields.js';
import { changed, deletedNode, mutation, mutations, nodeIdOfDeleted } from '../root-fields.js';

const event = field.record('Event', 'The event after the mutation.');

/** What happens to events after their approval. */
export const eventStateMutations = mutations({
  cancelEvent: mutation({
    scopes: ['host'],
    description:
      'Cancels an approved event: it stays visible, shown as cancelled, and leaves the hot events and open calls for papers. Notifies its hosts by mail, and calendars by their next reload. Idempotent. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { eventId: field.id('ID of the event to cancel.') },
    payload: { event },
    run: async (context, { eventId }) => changed(context, 'event', await cancelEvent(context, eventId)),
  }),

  reinstateEvent: mutation({
    scopes: ['host'],
    description:
      'Revokes the cancellation of an event, and notifies its hosts by mail. Idempotent. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { eventId: field.id('ID of the event to reinstate.') },
    payload: { event },
    run: async (context, { eventId }) => changed(context, 'event', await reinstateEvent(context, eventId)),
  }),

  withdrawEvent: mutation({
    scopes: ['host'],
    description:
      'Withdraws an approved event: it is visible only to its hosts and site administrators, until an administrator approves it again with `approveEvent`. Notifies its hosts by mail. Idempotent. Requires a host of the event, and a site administrator if it has feedback. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { eventId: field.id('ID of the event to withdraw.') },
    payload: { event },
    run: async (context, { eventId }) => changed(context, 'event', await withdrawEvent(context, eventId)),
  }),

  deleteEvent: mutation({
    scopes: ['host'],
    description:
      'Deletes an event for ever, with its talks, comments and all other records that belong to it, and notifies its hosts by mail. Export its feedback first. Requires a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: {
      eventId: field.id('ID of the event to delete.'),
      confirmName: field.string('The exact name of the event, so that no other one is deleted by mistake.'),
      confirmComments: field.int(
        'The number of comments that are lost, as in `EventContents.comments`: if comments have arrived since, nothing is deleted.',
      ),
    },
    payload: {
      deletedNodeId: deletedNode('event'),
      contents: field.record('EventContents', 'What was deleted with the event.'),
    },
    run: async (context, input) => ({
      contents: await deleteEvent(context, input),
      deletedNodeId: nodeIdOfDeleted('Event', input.eventId),
    }),
  }),
});
