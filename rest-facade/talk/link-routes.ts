import * as operations from '../operations/documents.generated.js';
import { linkFields } from './link-body.js';
import type { WireRequest } from '../request.js';
import { route } from '../route.js';
import { changed, gone } from '../shape/written.js';

const sentences = {
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
  route('POST /v2.1/talks/:talkId/links', {
    operation: operations.AddTalkLinkDocument,
    variables: (request) => ({ input: { talkId: request.params.talkId, ...linkFields(request) } }),
    reply: (data, { links }) => changed(addressOf(data.addTalkLink, links)),
    login: 'You must be logged in to create data',
    sentences,
  }),
  route('PUT /v2.1/talks/:talkId/links/:linkId', {
    operation: operations.ReplaceTalkLinkDocument,
    variables: (request) => {
      const { talkId, linkId } = request.params;
      return { input: { talkId, linkId, ...linkFields(request) } };
    },
    reply: (data, { links }) => changed(addressOf(data.replaceTalkLink, links)),
    login: 'You must be logged in to update data',
    sentences,
  }),
  route('DELETE /v2.1/talks/:talkId/links/:linkId', {
    operation: operations.DeleteTalkLinkDocument,
    variables: ({ params }) => ({ input: { talkId: params.talkId, linkId: params.linkId } }),
    reply: () => gone,
    login: 'You must be logged in to remove data',
    sentences,
  }),
];
