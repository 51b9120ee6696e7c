import { address } from '../openapi/json-schema.js';
import {
  EventBySlugDocument,
  EventByStubDocument,
  LandingDocument,
  TalkByStubDocument,
  UserByUsernameDocument,
} from '../operations/documents.generated.js';
import { bare, redirect } from '../replies.js';
import { route } from '../route.js';
import { orNotFound } from '../envelope.js';

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

/** Targets of website links if no website is configured. */
export const websiteRoutes = [
  route('GET /event/:slug', EventBySlugDocument, {
    summary: 'Redirect to the page of an event',
    variables: ({ params }) => ({ slug: params.slug }),
    reply: redirect('The event as an HTML page.', ({ eventBySlug }, { links }) =>
      links.event(orNotFound(eventBySlug, 'Event not found').id),
    ),
  }),
  route('GET /e/:stub', EventByStubDocument, {
    summary: 'Redirect to the page of an event by stub',
    variables: ({ params }) => ({ stub: params.stub }),
    reply: redirect('The event as an HTML page.', ({ eventByStub }, { links }) =>
      links.event(orNotFound(eventByStub, 'Event not found').id),
    ),
  }),
  route('GET /talk/:stub', TalkByStubDocument, {
    summary: 'Redirect to the page of a talk',
    variables: ({ params }) => ({ stub: params.stub }),
    reply: redirect('The talk as an HTML page.', ({ talkByStub }, { links }) =>
      links.talk(orNotFound(talkByStub, 'Talk not found').id),
    ),
  }),
  route('GET /user/:username', UserByUsernameDocument, {
    summary: 'Redirect to the page of a user',
    description: 'Looks up a user by username, case-insensitively.',
    variables: ({ params }) => ({ username: params.username }),
    reply: redirect('The user as an HTML page.', ({ users }, { links }) =>
      links.user(orNotFound(users.nodes[0], 'User not found').id),
    ),
  }),
];
