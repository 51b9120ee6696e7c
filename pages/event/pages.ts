import { row } from '../../src/http/rows/row.js';
import { EventPageByStubDocument, EventPageDocument } from '../documents.generated.js';
import { eventPage } from './event-page.js';

/** A call for papers opens and closes without a write, as in a list of events. */
const cache = { shows: 'everything', listsEvents: true } as const;

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
