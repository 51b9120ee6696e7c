import { address } from '../../wire/json-schema.js';
import { LandingDocument } from '../../operations/documents.generated.js';
import { bare } from '../../table/replies.js';
import { route } from '../../table/route.js';

const landing = {
  description: 'Entry point: follow the links.',
  variables: () => ({}),
  reply: bare(
    {
      events: { ...address, description: 'All events.' },
      'hot-events': { ...address, description: 'Popular events.' },
      'upcoming-events': { ...address, description: 'Upcoming events.' },
      'past-events': { ...address, description: 'Past events.' },
      'open-cfps': { ...address, description: 'Events with an open call for papers.' },
    },
    (_, { links }) => ({
      events: links.events(),
      'hot-events': links.events('hot'),
      'upcoming-events': links.events('upcoming'),
      'past-events': links.events('past'),
      'open-cfps': links.events('cfp'),
    }),
  ),
};

/** Spec §1, Landing page. */
export const landingRoutes = [
  route('GET /', LandingDocument, { summary: 'List collections', ...landing }),
  route('GET /v2.1', LandingDocument, { id: 'LandingOfVersion', summary: 'List collections of v2.1', ...landing }),
];
