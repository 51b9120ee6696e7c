import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import type { Context } from '../src/core/context.js';
import { lastOfSlice } from '../src/database/time-slice.js';
import { limits } from './limits.js';

/**
 * Parses, validates, measures and starts new long documents one at a time, each step in its own event-loop turn. A step
 * takes up to 10 ms, and several requests may arrive in one turn.
 */
export const longDocumentsPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: ({ request: { query = '' } }) =>
    Promise.resolve(query.length > limits.pacedCharacters ? inTurns() : undefined),
};

function inTurns(): GraphQLRequestListener<Context> {
  let isNew = false;
  return {
    parsingDidStart() {
      isNew = true;
      return lastOfSlice();
    },
    validationDidStart: async () => {
      await lastOfSlice();
      return () => lastOfSlice();
    },
    responseForOperation: async () => {
      if (isNew) await lastOfSlice();
      return null;
    },
  };
}
