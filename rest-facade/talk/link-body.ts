import type { AddTalkLinkInput, TalkLinkKind } from '../operations/documents.generated.js';
import { Refusal } from '../refusal.js';
import type { WireRequest } from '../request.js';
import { talkLinkNames } from '../wire-values.js';

/** GraphQL rejects this as incomplete. v2.1 has one message for either missing part (contract §3.4, Media links). */
const INCOMPLETE: LinkFields = { kind: 'SLIDES', url: '' };

type LinkFields = Omit<AddTalkLinkInput, 'talkId'>;

/** Reads the kind and URL of a link. @throws Refusal 400 for an unknown kind */
export function linkFields({ fields }: WireRequest): LinkFields {
  const name = fields.text('display_name').trim();
  const url = fields.text('url');
  return name === '' ? INCOMPLETE : { kind: kindOf(name), url };
}

function kindOf(name: string): TalkLinkKind {
  const kinds = Object.entries(talkLinkNames) as [TalkLinkKind, string][];
  const kind = kinds.find(([, known]) => known === name)?.[0];
  if (!kind) throw new Refusal('PARAMETER_UNREADABLE', `The display name '${name}' is unknown`);
  return kind;
}
