import { row } from '../../src/http/rows/row.js';
import { EventPageByStubDocument, EventPageDocument } from '../documents.generated.js';
import { eventPage } from './event-page.js';

/** As of a list of one event: a call for papers opens and closes without a write. */
const cache = { shows: 'events', listsEvents: true } as const;

/** The page of an event, by its two names. */
export const eventPages = [
  row('/event/:slug', EventPageDocument, {
    variables: ({ params, maxPageSize }) => ({ slug: params.slug, limit: maxPageSize }),
    cache,
    isList: true,
    reply: ({ eventBySlug: event }, request) => event && eventPage(event, request),
  }),
  row('/e/:stub', EventPageByStubDocument, {
    variables: ({ params, maxPageSize }) => ({ stub: params.stub, limit: maxPageSize }),
    cache,
    isList: true,
    reply: ({ eventByStub: event }, request) => event && eventPage(event, request),
  }),
];
