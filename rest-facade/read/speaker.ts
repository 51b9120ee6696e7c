import type { WireRequest } from '../request.js';

/** Reads a speaker name of a talk and a username (contract §3.5). */
export function speakerFields({ params, fields }: WireRequest<'talkId'>) {
  return { talkId: params.talkId, speakerName: fields.text('display_name'), username: fields.text('username') };
}
