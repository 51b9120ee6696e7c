import type { Recorded } from './recording.js';
import { ACCESS_TOKEN } from './said-secrets.js';

/** Shorter ones are common words, and passwords that are rejected as too short. */
const LEAST_LENGTH = 8;

/** A disclosed secret, and the first place where it occurs. */
export interface Leak {
  readonly secret: string;
  readonly where: string;
}

/** The response members that may contain something confidential. */
const allowed: readonly { readonly paths: RegExp; readonly member: RegExp }[] = [
  { paths: /^POST (\/v2\.1)?\/token\/*$/, member: /"access_token":"[^"]*"/g },
  { paths: /^POST \/token$/, member: /"refresh_token":"[^"]*"/g },
  { paths: /^(GET|PUT|POST) \/v2\.1\/applications(\/\d+)?\/*$/, member: /"consumer_secret":"[^"]*"/g },
  // In the redirect to the application.
  { paths: /^POST \/authorize$/, member: /(?<=[?&]code=)[\w-]{43}/g },
  {
    paths: /^(GET|POST) \/graphql$/,
    member: /"(accessToken|consumerSecret|secret)":"[^"]*"|(?<=\/(?:feeds\/mine|user\/export)\/)lec_[\w-]{43}/g,
  },
];

type Exchange = Extract<Recorded, { kind: 'exchange' }>;

const isExchange = (one: Recorded): one is Exchange => one.kind === 'exchange';
const membersOf = ({ method, path }: Exchange) => allowed.filter(({ paths }) => paths.test(`${method} ${path}`));

/** The confidential values of a response. */
const confided = (exchange: Exchange): string[] =>
  membersOf(exchange)
    .flatMap(({ member }) => exchange.answer.match(member) ?? [])
    .flatMap((found) =>
      found.startsWith('"') ? Object.values(JSON.parse(`{${found}}`) as object) : [found],
    ) as string[];

const published = (exchange: Exchange): string =>
  membersOf(exchange).reduce((text, { member }) => text.replace(member, ''), exchange.answer);

/** Secrets of applications that v2.1 has shown to more than one user, who is in `meta`. */
function shownToOthers(exchanges: readonly Exchange[]): Leak[] {
  const readers = new Map<string, Set<string>>();
  for (const exchange of exchanges.filter(({ path }) => path.startsWith('/v2.1/applications'))) {
    // Without the origin: two services on copies of one database have the same users.
    const reader = /"meta":.*"user_uri":"https?:\/\/[^/]+([^"]*)"/.exec(exchange.answer)?.[1] ?? 'anonymous';
    for (const secret of confided(exchange)) readers.set(secret, (readers.get(secret) ?? new Set()).add(reader));
  }
  const shared = [...readers].filter(([, { size }]) => size > 1);
  return shared.map(([secret, who]) => ({ secret, where: `answers to ${[...who].join(' and ')}` }));
}

/** Verbatim, and as encoded in JSON and in URLs. */
const spellings = (secret: string): string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]),
];

/** Reports whether words occur in the texts. */
function searcher(texts: readonly string[]): (secret: string) => boolean {
  const everything = Buffer.from([...new Set(texts)].join('\n'));
  const tokens = new Set(everything.toString('latin1').match(ACCESS_TOKEN));
  return (word) => (word.startsWith('lec_') ? tokens.has(word) : everything.includes(Buffer.from(word)));
}

/**
 * Searches all recorded texts for confidential values.
 *
 * @param ownWords other output of the service and its program: a password that occurs there by chance is not searched
 * for. Nor is a value that clients also sent in other members.
 */
export function findSecrets(recorded: readonly Recorded[], ownWords: readonly string[]): Leak[] {
  const exchanges = recorded.filter(isExchange);
  const told = recorded.flatMap((one) => (one.kind === 'secret' ? [one.value] : []));
  const secrets = [...new Set([...told, ...exchanges.flatMap((one) => [...one.secrets, ...confided(one)])])];
  const places = [
    ...exchanges.map((one) => ({ where: `the response to ${one.method} ${one.path}`, text: published(one) })),
    ...recorded.flatMap((one) => (one.kind === 'output' ? [{ where: `a log: ${one.text}`, text: one.text }] : [])),
  ];
  const isOpen = searcher([...ownWords, ...exchanges.map(({ said }) => said)]);
  const isShown = searcher(places.map(({ text }) => text));
  const found = secrets
    .filter((secret) => secret.length >= LEAST_LENGTH)
    .map(spellings)
    .filter((spelled) => !spelled.some(isOpen))
    .flatMap((spelled) => spelled.filter(isShown))
    .map((secret) => {
      const where = places.find(({ text }) => text.includes(secret))?.where ?? '';
      return { secret, where: where.slice(0, 500) };
    });
  return [...found, ...shownToOthers(exchanges)];
}
