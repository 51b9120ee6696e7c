import { Liquid } from 'liquidjs';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DemoLogin } from '../database/demo-login.js';
import { DomainError } from '../errors.js';
import type { PublicNumbers } from '../reads/public-numbers.js';
import { textOf, type PageRequest, type ServeFiles } from './page-file.js';

/** The lists of v2.1 by which one enters, and what is in each. */
const collections = [
  { name: 'Hot events', path: '/v2.1/events?filter=hot', about: 'Running, recent and soon, the most attended first' },
  { name: 'Upcoming events', path: '/v2.1/events?filter=upcoming', about: 'Soonest first' },
  { name: 'Past events', path: '/v2.1/events?filter=past', about: 'The last ones first' },
  { name: 'Open calls for papers', path: '/v2.1/events?filter=cfp', about: 'Where talks are still wanted' },
  { name: 'People', path: '/v2.1/users', about: 'Speakers, hosts and who comments' },
  { name: 'Languages', path: '/v2.1/languages', about: 'In which talks are held' },
  { name: 'Talk types', path: '/v2.1/talk_types', about: 'Talk, keynote, workshop …' },
];

export interface FrontPageParts {
  /** What the page calls the service. */
  readonly productName: string;
  /** Fails where the database cannot be asked. */
  readonly numbers: () => Promise<PublicNumbers>;
  /** Null where no login is known to everybody. */
  readonly demo: () => Promise<DemoLogin | null>;
  /** Scheme, host and port by which the client reached the service; null when its `Host` is none of ours. */
  readonly originOf: (request: IncomingMessage) => string | null;
  /** Whether this is to be answered with a page, and not with data. */
  readonly wantsPage: (url: string, accept: string | undefined) => boolean;
}

/** `/` for browsers (programs get the landing page of v2.1): what this is, where it leads, and how it is. */
export function frontPage({ productName, numbers, demo, originOf, wantsPage }: FrontPageParts): ServeFiles {
  const { version } = JSON.parse(textOf('../../package.json')) as { version: string };
  const style = [textOf('palette.css'), textOf('front/front.css')].join('\n');
  const engine = new Liquid({ outputEscape: 'escape', strictVariables: true, strictFilters: true, templates: {} });
  const template = engine.parse(textOf('front/front.html'));
  const headers = headersWith(style);
  // Written here, lest spaces around it come into what the policy knows by its hash.
  const styleElement = `<style>${style}</style>`;

  return (request: PageRequest, response: ServerResponse, next: (error?: unknown) => void) => {
    const { method, path, url = '', headers: asked } = request;
    const reads = method === 'GET' || method === 'HEAD';
    const origin = reads && path === '/' && wantsPage(url, asked.accept) ? originOf(request) : null;
    if (origin === null) {
      next();
      return;
    }
    const answer = async () => {
      const state = await stateOf(numbers, demo);
      const known = { productName, version, origin, collections, styleElement, ...state };
      const body = Buffer.from(String(engine.renderSync(template, known)));
      response.writeHead(state.isReady ? 200 : 503, { ...headers, 'Content-Length': body.length });
      response.end(body);
    };
    answer().catch(next);
  };
}

/** A service that cannot ask its database says so, and the page is there all the same. */
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

function written({ events, talks, comments, isEstimate }: PublicNumbers) {
  const estimated = (value: number) => (isEstimate ? `≈ ${rounded.format(value)}` : exact.format(value));
  return [
    { name: 'events', value: exact.format(events) },
    { name: 'talks', value: estimated(talks) },
    { name: 'comments', value: estimated(comments) },
  ];
}

/** Nothing is run or sent; what is loaded is the icon, and the style is the one on the page. */
function headersWith(style: string) {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cache-Control': 'no-cache',
    Vary: 'Accept',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
