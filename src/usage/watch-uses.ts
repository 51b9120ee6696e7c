import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../time/clock.js';
import type { RouteUse } from './route-use.js';

/** What a request is counted as. */
interface Use {
  route: string;
  applicationId: string | null;
}

/** Where it is kept: on the request itself, and on the reads of its context. A WeakMap would take microseconds. */
const USE = Symbol('use');

const watched = (asked: object): { [USE]?: Use } => asked;

/** What the watch wants to know of a context. */
interface Asker {
  /** Made once for each request. Apollo copies contexts, but not what they hold. */
  readonly reads: object;
  readonly viewer: { readonly application: { readonly id: string } | null } | null;
}

/** Counts requests when they have been answered, by what has been told of them until then. */
export interface UseWatch {
  /**
   * Has requests counted, whoever answers them, except preflights: a browser asks them, no application.
   *
   * @param route what they are for until `askedFor` tells
   */
  readonly watch: (route: string) => (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Until this tells, a request is of no application. Answers the context. */
  readonly askedBy: <Some extends Asker>(request: object, context: Some) => Some;
  /** Counts a request that has been answered without any of these. */
  readonly answered: (route: string, status: number) => void;
  /** @param asked a request, or the reads of its context */
  readonly askedFor: (asked: object, route: string) => void;
}

export function watchUses(routeUse: Pick<RouteUse, 'answered'>, clock: Pick<Clock, 'now'>): UseWatch {
  return {
    watch: (route) => (request, response, next) => {
      if (request.method !== 'OPTIONS') {
        const use: Use = { route, applicationId: null };
        watched(request)[USE] = use;
        // Also where the client left before it had the whole answer: that is work too.
        response.once('close', () => routeUse.answered({ ...use, status: response.statusCode, now: clock.now() }));
      }
      next();
    },
    askedBy(request, context) {
      const use = watched(request)[USE];
      if (use) {
        use.applicationId = context.viewer?.application?.id ?? null;
        watched(context.reads)[USE] = use;
      }
      return context;
    },
    answered: (route, status) => routeUse.answered({ route, applicationId: null, status, now: clock.now() }),
    askedFor(asked, route) {
      const use = watched(asked)[USE];
      if (use) use.route = route;
    },
  };
}
