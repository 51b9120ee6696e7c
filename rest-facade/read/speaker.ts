import type { WireRequest } from '../request.js';

/** A name on a talk and an account (contract §3.5). */
export function speakerFields({ params, fields }: WireRequest<'talkId'>) {
  return { talkId: params.talkId, speakerName: fields.text('display_name'), username: fields.text('username') };
}
