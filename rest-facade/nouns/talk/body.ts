import { address, text as textSchema, one } from '../../wire/json-schema.js';
import type { TalkType, TalkLinkKind } from '../../operations/documents.generated.js';
import type { WireFields } from '../../wire/fields.js';
import { body, optional, optionalText, parsed, text } from '../../table/body.js';
import { Refusal } from '../../wire/refusal.js';
import type { FacadeSettings } from '../../wire/request.js';
import { talkTypes, talkLinkNames } from '../../wire/wire-values.js';

/** An integer number of minutes, alone or followed by a unit that begins with `m` or `min` (decisions no. 39). */
const MINUTES = /^(\d{1,9})(?:\s*m(?:in\p{L}*)?(?!\p{L}).*)?$/isu;
/** GraphQL rejects it, so that a malformed duration is reported in the order of contract §3.4. */
const UNREADABLE = -1;
/** Names of social events in the spec: one for writes and one for reads (spec §4.5). */
const SOCIAL_WORDS = ['Social event', 'Social'];

const typeWords =
  'Session type, required; case-insensitive: `Talk`, `Keynote`, `Workshop`, `Social event` or `Event related`.';

/** An integer number of minutes, or a string that starts with one (decisions no. 39). */
const durationSchema = {
  type: ['integer', 'string'],
  minimum: 0,
  maximum: 44_640,
  pattern: '^\\s*(\\d{1,9}\\s*([mM].*)?)?$',
};

/** The body of POST and of PUT (spec §4.5). */
export const talkBody = body(
  {
    talk_title: text('title'),
    talk_description: text('description'),
    type: parsed('type', typeOfTalk, { schema: textSchema, description: typeWords, required: true }),
    start_date: text('startDate'),
    duration: optional('durationMinutes', minutesOf, {
      schema: durationSchema,
      note: 'v2.1 also accepts strings such as `45 min`.',
    }),
    language: text('language'),
    speakers: optional('speakers', speakersOf),
    slides_link: optionalText('slidesUrl'),
    room: optionalText('room'),
  },
  ['talk_title', 'talk_description', 'type', 'start_date', 'language', 'speakers'],
);

/** Ignores scheme and host: clients store URLs of former hosts of the service (contract §3.4). */
const TRACK_ADDRESS = /\/v2\.1\/tracks\/(\d+)$/;

/** The track to which a talk is added; its ID is empty if the URL is not a track. */
export const talkTrackBody = body({
  track_uri: parsed('trackId', (fields, name) => TRACK_ADDRESS.exec(fields.text(name))?.[1] ?? '', {
    schema: address,
    description: 'URL of the track, which must belong to the same event.',
  }),
});

/** A missing title or description takes precedence over an unknown type; GraphQL reports it (contract §3.4). */
function typeOfTalk(fields: WireFields, name: string, { socialTalkType }: FacadeSettings): TalkType | null {
  const isDescribed = ['talk_title', 'talk_description'].every((member) => fields.text(member).trim() !== '');
  return isDescribed ? typeOf(fields.text(name), socialTalkType) : null;
}

/** Parses a talk type: accepts the names for reads and for writes, case-insensitively (decisions no. 2). */
function typeOf(word: string, socialTalkType: string): TalkType | null {
  if (word === '') return null;
  const sought = word.toLowerCase();
  const spellings: readonly (readonly [string, TalkType])[] = [
    ...Object.entries(talkTypes).map(([type, spelling]) => [spelling, type as TalkType] as const),
    ...[...SOCIAL_WORDS, socialTalkType].map((spelling) => [spelling, 'SOCIAL_EVENT'] as const),
  ];
  const type = spellings.find(([spelling]) => spelling.toLowerCase() === sought)?.[1];
  if (!type) throw new Refusal('TALK_TYPE_UNKNOWN', `The type '${word}' is unknown`);
  return type;
}

/** Reads an array of names or a single name; undefined if absent. */
function speakersOf(fields: WireFields, member: string): string[] | null | undefined {
  const given = fields.value(member);
  if (given === undefined || given === null) return given;
  const names: readonly unknown[] = Array.isArray(given) ? given : [given];
  return names.map((name) => {
    if (typeof name !== 'string') throw new Refusal('PARAMETER_UNREADABLE', 'Speaker names must be strings');
    return name;
  });
}

/** Parses a duration. Undefined preserves the stored one; an empty string is 0. */
function minutesOf(fields: WireFields, name: string): number | undefined {
  const given = fields.optionalText(name)?.trim();
  if (given === undefined) return undefined;
  return given === '' ? 0 : Number(MINUTES.exec(given)?.[1] ?? UNREADABLE);
}

/** The body of a link (contract §3.4, Media links). */
export const linkBody = body(
  {
    display_name: parsed('kind', kindOf, { schema: one(...Object.values(talkLinkNames)) }),
    url: parsed('url', urlOfLink),
  },
  ['url'],
);

/** Empty if either member is missing: v2.1 has one message for both, which GraphQL reports for the URL. */
function urlOfLink(fields: WireFields, name: string): string {
  const kind = fields.text('display_name').trim();
  const url = fields.text(name);
  return kind === '' ? '' : url;
}

/** @throws Refusal 400 for an unknown kind */
function kindOf(fields: WireFields, member: string): TalkLinkKind {
  const name = fields.text(member).trim();
  if (name === '') return 'SLIDES';
  const kinds = Object.entries(talkLinkNames) as [TalkLinkKind, string][];
  const kind = kinds.find(([, known]) => known === name)?.[0];
  if (!kind) throw new Refusal('PARAMETER_UNREADABLE', `The display name '${name}' is unknown`);
  return kind;
}

/** A speaker name of a talk and a username (contract §3.5). */
export const speakerBody = body({
  display_name: text('speakerName'),
  username: text('username'),
});
