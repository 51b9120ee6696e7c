import type { Recorded } from './recording.js';
import { ACCESS_TOKEN } from './said-secrets.js';

/** Shorter ones are words that stand everywhere, and the passwords that are refused for it. */
const LEAST_LENGTH = 8;

/** A secret that somebody was shown who should not have been, and the first place where. */
export interface Leak {
  readonly secret: string;
  readonly where: string;
}

/** Where an answer may hold something confidential, and in which member. */
const allowed: readonly { readonly paths: RegExp; readonly member: RegExp }[] = [
  { paths: /^POST \/v2\.1\/token\/*$/, member: /"access_token":"[^"]*"/g },
  { paths: /^(GET|PUT|POST) \/v2\.1\/applications(\/\d+)?\/*$/, member: /"consumer_secret":"[^"]*"/g },
  { paths: /^(GET|POST) \/graphql$/, member: /"(accessToken|consumerSecret)":"[^"]*"/g },
];

type Exchange = Extract<Recorded, { kind: 'exchange' }>;

const isExchange = (one: Recorded): one is Exchange => one.kind === 'exchange';
const membersOf = ({ method, path }: Exchange) => allowed.filter(({ paths }) => paths.test(`${method} ${path}`));

/** What an answer tells its reader in confidence. */
const confided = (exchange: Exchange): string[] =>
  membersOf(exchange)
    .flatMap(({ member }) => exchange.answer.match(member) ?? [])
    .flatMap((found) => Object.values(JSON.parse(`{${found}}`) as Record<string, string>));

const published = (exchange: Exchange): string =>
  membersOf(exchange).reduce((text, { member }) => text.replace(member, ''), exchange.answer);

/** Secrets of applications that v2.1 has shown to more than one user; each answer says in `meta` who asked. */
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

/** As it is, and as it stands in JSON and in addresses. */
const spellings = (secret: string): string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]),
];

/** Says of words whether they stand somewhere in the texts. */
function searcher(texts: readonly string[]): (secret: string) => boolean {
  const everything = Buffer.from([...new Set(texts)].join('\n'));
  const tokens = new Set(everything.toString('latin1').match(ACCESS_TOKEN));
  return (word) => (word.startsWith('lec_') ? tokens.has(word) : everything.includes(Buffer.from(word)));
}

/**
 * Looks for everything confidential in everything else.
 *
 * @param ownWords what the service says anyway, its program: a password that stands there by chance is not looked for.
 *   Nor is what clients also said in the open, such as a text that stands in all members of a request.
 */
export function findSecrets(recorded: readonly Recorded[], ownWords: readonly string[]): Leak[] {
  const exchanges = recorded.filter(isExchange);
  const told = recorded.flatMap((one) => (one.kind === 'secret' ? [one.value] : []));
  const secrets = [...new Set([...told, ...exchanges.flatMap((one) => [...one.secrets, ...confided(one)])])];
  const places = [
    ...exchanges.map((one) => ({ where: `the answer to ${one.method} ${one.path}`, text: published(one) })),
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
