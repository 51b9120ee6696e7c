import * as operations from '../../operations/documents.generated.js';
import { talkCommentRecord } from '../comment/record.js';
import { named, yesOrNo, listOf } from '../../wire/json-schema.js';
import { of } from '../../table/described-member.js';
import type { TalkSearchQueryVariables } from '../../operations/documents.generated.js';
import { listVariables } from '../../wire/paging.js';
import { Refusal } from '../../wire/refusal.js';
import { bare, bareResponse, page, part, replying, single } from '../../table/replies.js';
import type { WireRequest } from '../../wire/request.js';
import { route } from '../../table/route.js';
import { bareOf, orNotFound } from '../../wire/envelope.js';
import { talkLinkRecord, talkRecord, speakerRecord } from './record.js';

/** @throws Refusal 405 without a title: v2.1 does not list all talks (spec §1, contract §3.4) */
function talkSearchVariables(request: WireRequest): TalkSearchQueryVariables {
  const title = request.query.text('title');
  if (!title)
    throw new Refusal('METHOD_UNSUPPORTED', 'Generic talks listing not supported', { Allow: 'GET, HEAD, OPTIONS' });
  return { title, ...listVariables(request) };
}

const missing = 'Talk not found';

/** Spec §4.5, contract §3.4 and §3.5. */
export const talkRoutes = [
  route('GET /v2.1/talks', operations.TalkSearchDocument, {
    summary: 'Search talks',
    query: { title: of('Query.talks.title') },
    statuses: [405],
    variables: talkSearchVariables,
    reply: page('talks', talkRecord, ({ talks }) => talks),
  }),
  route('GET /v2.1/talks/:talkId', operations.TalkRecordDocument, {
    summary: 'Get a talk',
    variables: ({ params, verbose }) => ({ id: params.talkId, verbose }),
    reply: single('talks', talkRecord, missing, ({ talk }) => talk),
  }),
  route('GET /v2.1/talks/:talkId/comments', operations.TalkCommentsDocument, {
    summary: 'List comments on a talk',
    variables: (request) => ({ id: request.params.talkId, ...listVariables(request) }),
    reply: page('comments', talkCommentRecord, ({ talk }) => orNotFound(talk, missing).comments),
  }),
  route('GET /v2.1/talks/:talkId/starred', operations.TalkStarredDocument, {
    summary: 'Check whether you have starred a talk',
    variables: ({ params }) => ({ id: params.talkId }),
    reply: bare({ has_starred: { ...yesOrNo, description: 'Whether you have starred the talk.' } }, ({ talk }) => ({
      has_starred: orNotFound(talk, missing).viewerHasStarred,
    })),
  }),
  route('GET /v2.1/talks/:talkId/speakers', operations.TalkSpeakersDocument, {
    tag: 'Speakers',
    summary: 'List speakers of a talk',
    variables: ({ params }) => ({ id: params.talkId }),
    reply: part('speakers', speakerRecord, ({ talk }) => orNotFound(talk, missing).speakers),
  }),
  route('GET /v2.1/talks/:talkId/links', operations.TalkLinksDocument, {
    summary: 'List links of a talk',
    variables: ({ params }) => ({ id: params.talkId }),
    reply: replying(
      [bareResponse({ talk_links: { ...listOf(named('TalkLink')), description: 'The links.' } })],
      (data, request) => {
        const { links } = orNotFound(data.talk, missing);
        return bareOf(
          { talk_links: links.map((link) => talkLinkRecord(link, request, null)) },
          request,
          data,
          links.length,
        );
      },
    ),
  }),
  route('GET /v2.1/talks/:talkId/links/:linkId', operations.TalkLinksDocument, {
    id: 'TalkLink',
    summary: 'Get a link of a talk',
    variables: ({ params }) => ({ id: params.talkId }),
    reply: replying(
      [
        {
          status: 200,
          description: 'The link.',
          schema: named('TalkLinkAnswer'),
        },
      ],
      (data, request) => {
        const link = orNotFound(data.talk, missing).links.find(({ id }) => id === request.params.linkId);
        return bareOf(talkLinkRecord(orNotFound(link, 'ID not found'), request, null).toJSON(), request, data);
      },
    ),
  }),
];
