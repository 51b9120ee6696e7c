import { createHash } from 'node:crypto';
import { DomainError } from '../../core/errors.js';
import type { PublicTotals } from '../../core/reads/public-totals.js';
import { coreRows, type Row } from '../rows/row.js';
import { contentSecurityPolicy, rendered, textOf } from './page-file.js';

/** The entry collections of v2.1, with descriptions. */
const collections = [
  { name: 'Hot events', path: '/v2.1/events?filter=hot', about: 'Running, recent and upcoming, most popular first' },
  { name: 'Upcoming events', path: '/v2.1/events?filter=upcoming', about: 'Soonest first' },
  { name: 'Past events', path: '/v2.1/events?filter=past', about: 'Most recent first' },
  { name: 'Open calls for papers', path: '/v2.1/events?filter=cfp', about: 'Events that accept talk proposals' },
  { name: 'People', path: '/v2.1/users', about: 'Speakers, hosts and commenters' },
  { name: 'Languages', path: '/v2.1/languages', about: 'Languages of talks' },
  { name: 'Talk types', path: '/v2.1/talk_types', about: 'Talk, keynote, workshop …' },
];

/** Credentials of the demo accounts. */
export interface DemoLogin {
  readonly accounts: readonly { readonly username: string; readonly mayDo: string }[];
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface FrontPageParts {
  /** Rejects if the database is unavailable. */
  readonly numbers: () => Promise<PublicTotals>;
  /** Null without public demo credentials. */
  readonly demo: () => Promise<DemoLogin | null>;
}

/** `/` for browsers: a description, entry links and status. API clients receive the landing page of v2.1. */
export function frontPage({ numbers, demo }: FrontPageParts): Row[] {
  const { version } = JSON.parse(textOf('../../../package.json')) as { version: string };
  const style = [textOf('palette.css'), textOf('front/front.css')].join('\n');
  const headers = headersWith(style);
  // Built here, because whitespace around the style would invalidate its CSP hash.
  const styleElement = `<style>${style}</style>`;
  return coreRows(['GET'], '/', async ({ productName, origin }) => {
    const state = await stateOf(numbers, demo);
    const known = { productName, version, origin, collections, styleElement, ...state };
    return { status: state.isReady ? 200 : 503, headers, tag: null, body: rendered('front/front.html', known) };
  });
}

/** Renders the page without numbers if the database is unavailable. */
async function stateOf(numbers: FrontPageParts['numbers'], demo: FrontPageParts['demo']) {
  try {
    const [found, login] = await Promise.all([numbers(), demo()]);
    return { isReady: true, numbers: written(found), demo: login };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAVAILABLE') {
      return { isReady: false, numbers: [], demo: null };
    }
    throw error;
  }
}

const exact = new Intl.NumberFormat('en');
const rounded = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function written({ events, talks, comments, isEstimate }: PublicTotals) {
  const estimated = (value: number) => (isEstimate ? `≈ ${rounded.format(value)}` : exact.format(value));
  return [
    { name: 'events', value: exact.format(events) },
    { name: 'talks', value: estimated(talks) },
    { name: 'comments', value: estimated(comments) },
  ];
}

/** The page runs no script and sends no form. It loads only the icon; its style is inline. */
function headersWith(style: string) {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "img-src 'self'",
    ),
    'Cache-Control': 'no-cache',
    Vary: 'Accept',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
