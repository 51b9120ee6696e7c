import { linkBody, speakerBody } from './body.js';
import * as operations from '../../operations/documents.generated.js';
import { text } from '../../wire/json-schema.js';
import { of, type Members } from '../../table/described-member.js';
import { changed, gone } from '../../table/replies.js';
import type { WireRequest } from '../../wire/request.js';
import { route } from '../../table/route.js';

const linkSentences = {
  'FIELD_REQUIRED.url': 'Missing required fields URL OR Display Name',
  HOSTS_AND_SPEAKERS_ONLY: 'You do not have permission to add links to this talk',
};

interface Linked {
  readonly talk: { readonly id: string };
  readonly link: { readonly id: string };
}
const addressOf = ({ talk, link }: Linked, links: WireRequest['links']) =>
  links.below(links.below(links.talk(talk.id), 'links'), link.id);

/** Contract §3.4, Media links: all writes respond with 204. */
export const talkLinkWriteRoutes = [
  route('POST /v2.1/talks/:talkId/links', operations.AddTalkLinkDocument, {
    summary: 'Add a link to a talk',
    body: linkBody.membersOf('AddTalkLinkInput'),
    variables: (request) => ({ input: { talkId: request.params.talkId, ...linkBody(request) } }),
    reply: changed('The link.', (data, { links }) => addressOf(data.addTalkLink, links)),
    login: 'You must be logged in to create data',
    sentences: linkSentences,
  }),
  route('PUT /v2.1/talks/:talkId/links/:linkId', operations.ReplaceTalkLinkDocument, {
    summary: 'Replace a link of a talk',
    body: linkBody.membersOf('ReplaceTalkLinkInput'),
    variables: (request) => {
      const { talkId, linkId } = request.params;
      return { input: { talkId, linkId, ...linkBody(request) } };
    },
    reply: changed('The link.', (data, { links }) => addressOf(data.replaceTalkLink, links)),
    login: 'You must be logged in to update data',
    sentences: linkSentences,
  }),
  route('DELETE /v2.1/talks/:talkId/links/:linkId', operations.DeleteTalkLinkDocument, {
    summary: 'Remove a link from a talk',
    variables: ({ params }) => ({ input: { talkId: params.talkId, linkId: params.linkId } }),
    reply: gone,
    login: 'You must be logged in to remove data',
    sentences: linkSentences,
  }),
];

const speakerQuery: Members = {
  display_name: of('RejectSpeakerClaimInput.speakerName', text, 'Also accepted in the body.'),
  username: of('RejectSpeakerClaimInput.username', text, 'Also accepted in the body.'),
};

const REMOVE = 'You must be logged in to remove data';
const { fieldNames } = speakerBody;
const sentences = {
  FIELD_REQUIRED: 'You must provide a display name and a username',
  USER_UNKNOWN: 'Specified user not found',
} as const;

/** Claims of contract §3.5. DELETE reads the two names from the query or the body. */
export const speakerWriteRoutes = [
  route('POST /v2.1/talks/:talkId/speakers', operations.ClaimSpeakerDocument, {
    summary: 'Claim a speaker name or confirm a claim',
    body: speakerBody.membersOf('ClaimSpeakerInput'),
    variables: (request) => ({ input: { talkId: request.params.talkId, ...speakerBody(request) } }),
    reply: changed('The speakers of the talk.', (_, { links, params }) =>
      links.below(links.talk(params.talkId), 'speakers'),
    ),
    login: 'You must be logged in to create data',
    sentences,
    fieldNames,
  }),
  route('DELETE /v2.1/talks/:talkId/speakers', operations.RejectSpeakerClaimDocument, {
    summary: 'Reject a claim or decline an assignment',
    query: speakerQuery,
    variables: (request) => ({ input: { talkId: request.params.talkId, ...speakerBody(request) } }),
    reply: changed('The talk.', (_, { links, params }) => links.talk(params.talkId)),
    login: REMOVE,
    sentences: {
      ...sentences,
      HOSTS_ONLY: 'You do not have permission to reject the speaker claim on this talk',
    },
    fieldNames,
  }),
  route('DELETE /v2.1/talks/:talkId/speakers/:userId', operations.UnlinkSpeakerDocument, {
    summary: 'Unlink an account from a talk',
    variables: ({ params }) => ({ input: { talkId: params.talkId, userId: params.userId } }),
    reply: changed('The talk.', (_, { links, params }) => links.talk(params.talkId)),
    login: REMOVE,
    sentences: {
      HOSTS_AND_SPEAKERS_ONLY: 'You do not have permission to remove this speaker from this talk',
    },
  }),
];
