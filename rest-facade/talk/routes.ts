import * as operations from '../operations/documents.generated.js';
import { listVariables } from '../read/list.js';
import { talkSearchVariables } from './search.js';
import { route } from '../route.js';
import { talkCommentRecord } from '../comment/record.js';
import { bare, pageOf, partOf, recordOf, there } from '../shape/envelope.js';
import { talkLinkRecord, talkRecord, speakerRecord } from './record.js';

const missing = 'Talk not found';

/** Spec §4.5, contract §3.4 and §3.5. */
export const talkRoutes = [
  route('GET /v2.1/talks', {
    operation: operations.TalkSearchDocument,
    variables: talkSearchVariables,
    reply: (data, request) => pageOf('talks', data.talks, talkRecord, request, data),
  }),
  route('GET /v2.1/talks/:talkId', {
    operation: operations.TalkRecordDocument,
    variables: ({ params, verbose }) => ({ id: params.talkId, verbose }),
    reply: (data, request) => recordOf('talks', data.talk, talkRecord, missing, request, data),
  }),
  route('GET /v2.1/talks/:talkId/comments', {
    operation: operations.TalkCommentsDocument,
    variables: (request) => ({ id: request.params.talkId, ...listVariables(request) }),
    reply: (data, request) => pageOf('comments', there(data.talk, missing).comments, talkCommentRecord, request, data),
  }),
  route('GET /v2.1/talks/:talkId/starred', {
    operation: operations.TalkStarredDocument,
    variables: ({ params }) => ({ id: params.talkId }),
    reply: (data, request) => bare({ has_starred: there(data.talk, missing).viewerHasStarred }, request, data),
  }),
  route('GET /v2.1/talks/:talkId/speakers', {
    operation: operations.TalkSpeakersDocument,
    variables: ({ params }) => ({ id: params.talkId }),
    reply: (data, request) => partOf('speakers', there(data.talk, missing).speakers, speakerRecord, request, data),
  }),
  route('GET /v2.1/talks/:talkId/links', {
    operation: operations.TalkLinksDocument,
    variables: ({ params }) => ({ id: params.talkId }),
    reply: (data, request) => {
      const { links } = there(data.talk, missing);
      return bare(
        { talk_links: links.map((link) => talkLinkRecord(link, request, null)) },
        request,
        data,
        links.length,
      );
    },
  }),
  route('GET /v2.1/talks/:talkId/links/:linkId', {
    operation: operations.TalkLinksDocument,
    variables: ({ params }) => ({ id: params.talkId }),
    reply: (data, request) => {
      const link = there(data.talk, missing).links.find(({ id }) => id === request.params.linkId);
      return bare(talkLinkRecord(there(link, 'ID not found'), request, null), request, data);
    },
  }),
];
