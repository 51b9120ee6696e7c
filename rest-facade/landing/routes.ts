import { LandingDocument } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { route } from '../route.js';
import { bare } from '../shape/envelope.js';

/** Spec §1, Landing page. */
function collections({ links }: WireRequest) {
  return {
    events: links.events(),
    'hot-events': links.events('hot'),
    'upcoming-events': links.events('upcoming'),
    'past-events': links.events('past'),
    'open-cfps': links.events('cfp'),
  };
}

const landing = {
  operation: LandingDocument,
  variables: () => ({}),
  reply: (data: Parameters<typeof bare>[2], request: WireRequest) => bare(collections(request), request, data),
};

export const landingRoutes = [route('GET /', landing), route('GET /v2.1', landing)];
