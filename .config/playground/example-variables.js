// Variables with which a stored operation runs as it is: IDs of existing records, and plausible texts.
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
  typeFromAST,
} from 'graphql';

const DAY_MS = 86_400_000;
const UNKNOWN = '…';
const dayFromNow = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** The collection that contains the IDs and names; `id` is resolved by the path. */
const collectionOf = {
  eventId: 'events',
  talkId: 'talks',
  trackId: 'tracks',
  userId: 'users',
  linkId: 'links',
  eventCommentId: 'event_comments',
  talkCommentId: 'talk_comments',
  applicationId: 'applications',
  tokenId: 'token',
};

/** Slugs of the website's paths: `/talk/:stub`. */
const collectionOfWebsite = { event: 'events', e: 'events', talk: 'talks', user: 'users' };

const words = {
  text: 'I would like to hear this again.',
  rating: 5,
  title: 'Doors that people like to open',
  name: 'A conference with two doors',
  description: 'Written in the playground.',
  location: 'Online',
  timeZone: 'Europe/London',
  fullName: 'A Reader',
  email: 'reader@example.org',
  password: 'correct horse',
  subject: 'Hello',
  comment: 'I have tried the playground.',
  url: 'https://example.org/slides',
  callbackUrl: 'https://example.org/callback',
  reason: 'It is not a conference.',
  offset: 0,
  limit: 10,
  verbose: true,
  trusted: true,
  filter: 'UPCOMING',
};

/** Optional in the schema, but required by the purpose of the operation. */
const wanted = new Set(['rating', 'reason', 'decision', 'filter']);

/** The record whose current values prefill a `Replace…Input`. */
const collectionOfKind = {
  Event: 'events',
  Talk: 'talks',
  Track: 'tracks',
  TalkLink: 'links',
  User: 'users',
  Application: 'applications',
};

const collectionIn = (pattern) => {
  const [, root, collection] = pattern.split(' ')[1].split('/');
  return root === 'v2.1' ? collection : collectionOfWebsite[root];
};

/** Values that depend on the records, the login or the day. */
function momentary({ records, demo }, pattern, typeName) {
  const own = records[collectionIn(pattern)];
  const [, replaced] = /^Replace(\w+)Input$/.exec(typeName) ?? [];
  const account = demo ?? { clientId: UNKNOWN, clientSecret: UNKNOWN, password: UNKNOWN };
  const login = typeName === 'IssueTokenInput' && {
    username: demo?.accounts[0].username ?? UNKNOWN,
    password: account.password,
  };
  return {
    id: own?.id,
    slug: own?.slug,
    stub: own?.stub,
    username: records.users?.username,
    speakerName: records.speakers?.name,
    clientId: account.clientId,
    clientSecret: account.clientSecret,
    consumerKey: account.clientId,
    consumerSecret: account.clientSecret,
    startDate: typeName === 'SubmitEventInput' ? dayFromNow(90) : records.events?.startDate,
    endDate: dayFromNow(91),
    ...(typeName === '' && { title: records.talks?.title.split(' ').find((word) => word.length > 3) }),
    ...(typeName === 'RegisterInput' && { username: 'a-new-reader' }),
    ...login,
    ...records[collectionOfKind[replaced]],
  };
}

/**
 * @param schema of the graph; null if it is unknown
 * @param text of the operation
 * @param pattern the method and path that it serves
 * @param known `records` of each kind, and the `demo` login or null
 */
export function exampleVariables(schema, text, pattern, known) {
  const { variableDefinitions = [] } = parse(text).definitions.find(({ operation }) => operation);
  const given = variableDefinitions.map(({ variable, type }) => [
    variable.name.value,
    schema ? typeFromAST(schema, type) : undefined,
  ]);
  return Object.fromEntries(
    given
      .filter(([name, type]) => !type || isNonNullType(type) || wanted.has(name))
      .map(([name, type]) => [name, valueOf(name, type, '', pattern, known)]),
  );
}

function valueOf(name, type, inside, pattern, known) {
  const bare = type && getNullableType(type);
  if (isInputObjectType(bare)) return inputOf(bare, pattern, known);
  const collection = collectionOf[name];
  const found = collection ? known.records[collection]?.id : (momentary(known, pattern, inside)[name] ?? words[name]);
  if (found !== undefined) return found;
  if (bare && isListType(bare)) return [];
  if (bare && isEnumType(getNamedType(bare))) return getNamedType(bare).getValues().at(-1).name;
  return getNamedType(bare)?.name === 'Upload' || name === 'input' ? null : UNKNOWN;
}

function inputOf(type, pattern, known) {
  const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type) || wanted.has(field.name));
  return Object.fromEntries(
    fields.map((field) => [field.name, valueOf(field.name, field.type, type.name, pattern, known)]),
  );
}
