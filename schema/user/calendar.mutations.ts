import { createPersonalCalendar, revokePersonalCalendar } from '../../src/core/account/personal-calendar.js';
import { field } from '../fields.js';
import { mutation, mutations } from '../root-fields.js';
import { viewerOf } from './user.type.js';

const viewer = field.record('User', 'The viewer, who owns the calendar.');

export const calendarMutations = mutations({
  createPersonalCalendar: mutation({
    scopes: ['account'],
    description:
      'Creates an iCalendar feed of the talks that the viewer starred and the events that they attend. An earlier URL stops working. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN.',
    input: {},
    payload: {
      url: field.url(
        'The URL of the feed. Anyone who has it can read the feed without a login. It cannot be retrieved again, and stops working when the password changes.',
      ),
      viewer,
    },
    run: async (context) => ({ url: await createPersonalCalendar(context), viewer: await viewerOf(context) }),
  }),

  revokePersonalCalendar: mutation({
    scopes: ['account'],
    description:
      "Revokes the URL of the viewer's iCalendar feed at once; without one, does nothing. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN.",
    input: {},
    payload: { viewer },
    run: async (context) => {
      await revokePersonalCalendar(context);
      return { viewer: await viewerOf(context) };
    },
  }),
});
