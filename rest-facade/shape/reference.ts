import type { TalkType } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { typeWord } from './talk.js';

/** A language, contract §3.10. */
export function languageRecord(language: { id: string; name: string; code: string }, { links }: WireRequest) {
  const uri = links.language(language.id);
  return { name: language.name, code: language.code, uri, verbose_uri: links.verbose(uri) };
}

/** A talk type, contract §3.10. */
export function talkTypeRecord(
  entry: { id: string; type: TalkType; description: string },
  { links, settings }: WireRequest,
) {
  const uri = links.talkType(entry.id);
  const title = typeWord(entry.type, settings);
  return { title, description: entry.description, uri, verbose_uri: links.verbose(uri) };
}
