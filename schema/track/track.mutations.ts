import { visibleEvent, visibleTrack } from '../../src/core/common/visible-records.js';
import { addTrack, deleteTrack, replaceTrack, updateTrack } from '../../src/core/talk/tracks.js';
import { field, nullable, optional } from '../fields.js';
import { deletedNode, mutation, mutations, nodeIdOfDeleted } from '../root-fields.js';

const trackFields = {
  name: field.string('The name of the track: 1 to 300 characters.'),
  description: nullable.string(
    'Description of the track; may be empty. If omitted, empty for a new track, unchanged for an existing one.',
  ),
};

export const trackMutations = mutations({
  addTrack: mutation({
    scopes: ['host'],
    description:
      'Adds a track to an event. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { ...trackFields, eventId: field.id('ID of the event.') },
    payload: { track: field.record('Track', 'The new track.') },
    run: async (context, input) => ({ track: await visibleTrack(context, await addTrack(context, input)) }),
  }),

  replaceTrack: mutation({
    scopes: ['host'],
    description:
      'Replaces the fields of a track. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { ...trackFields, trackId: field.id('ID of the track to replace.') },
    payload: { track: field.record('Track', 'The updated track.') },
    run: async (context, input) => ({ track: await visibleTrack(context, await replaceTrack(context, input)) }),
  }),

  updateTrack: mutation({
    scopes: ['host'],
    description:
      'Changes the given fields of a track. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { ...optional(trackFields), trackId: field.id('ID of the track to change.') },
    payload: { track: field.record('Track', 'The updated track.') },
    run: async (context, input) => ({ track: await visibleTrack(context, await updateTrack(context, input)) }),
  }),

  deleteTrack: mutation({
    scopes: ['host'],
    description:
      'Deletes a track; its talks remain without it. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    input: { trackId: field.id('ID of the track to delete.') },
    payload: {
      deletedNodeId: deletedNode('track'),
      event: field.record('Event', 'The event to which the track belonged.'),
    },
    run: async (context, { trackId }) => ({
      event: await visibleEvent(context, await deleteTrack(context, trackId)),
      deletedNodeId: nodeIdOfDeleted('Track', trackId),
    }),
  }),
});
