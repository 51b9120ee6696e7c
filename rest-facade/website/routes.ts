import {
  EventBySlugDocument,
  EventByStubDocument,
  TalkByStubDocument,
  UserByUsernameDocument,
} from '../operations/documents.generated.js';
import type { Reply } from '../request.js';
import { route } from '../route.js';
import { there } from '../shape/envelope.js';

/** Redirects to the HTML page of a record (decisions.md, Addresses). */
function seeRecord(address: string): Reply {
  return { status: 302, headers: { Location: `${address}?format=html` }, body: null };
}

/** Targets of website links if no website is configured. */
export const websiteRoutes = [
  route('GET /event/:slug', {
    operation: EventBySlugDocument,
    variables: ({ params }) => ({ slug: params.slug }),
    reply: ({ eventBySlug }, { links }) => seeRecord(links.event(there(eventBySlug, 'Event not found').id)),
  }),
  route('GET /e/:stub', {
    operation: EventByStubDocument,
    variables: ({ params }) => ({ stub: params.stub }),
    reply: ({ eventByStub }, { links }) => seeRecord(links.event(there(eventByStub, 'Event not found').id)),
  }),
  route('GET /talk/:stub', {
    operation: TalkByStubDocument,
    variables: ({ params }) => ({ stub: params.stub }),
    reply: ({ talkByStub }, { links }) => seeRecord(links.talk(there(talkByStub, 'Talk not found').id)),
  }),
  route('GET /user/:username', {
    operation: UserByUsernameDocument,
    variables: ({ params }) => ({ username: params.username }),
    reply: ({ users }, { links }) => seeRecord(links.user(there(users.nodes[0], 'User not found').id)),
  }),
];
