import { staticRow, type Row } from '../rows/row.js';
import { assetOf, secretUrlHeaders, textOf } from './page-file.js';

/** Cacheable for one day. */
const MOVED = {
  status: 301,
  headers: { Location: '/favicon.svg', 'Cache-Control': 'public, max-age=86400' },
  body: '',
};

/** The scripts of pages and their modules. */
const scripts = [
  'account',
  'account-operations',
  'claim',
  'dashboard',
  'dashboard-card',
  'dashboard-elements',
  'dashboard-operations',
  'dashboard-tasks',
  'event-feedback',
  'feedback',
  'feedback-elements',
  'feedback-operations',
  'feedback-policy',
  'live',
  'login',
  'session',
  'signed-in',
  'speaking',
  'talk',
];

/**
 * The files that browsers and crawlers request at the root of a site, and those of pages. Redirects `favicon.ico` to the
 * SVG icon.
 */
export const siteFiles: readonly Row[] = [
  staticRow('/favicon.ico', () => MOVED),
  staticRow('/favicon.svg', assetOf('icon.svg')),
  staticRow('/robots.txt', assetOf('robots.txt')),
  staticRow('/pages/site.css', assetOf('site/site.css')),
  staticRow('/pages/dashboard.css', assetOf('dashboard/dashboard.css')),
  ...scripts.map((name) => staticRow(`/pages/${name}.js`, assetOf(`scripts/${name}.js`))),
  // The page to which the login returns.
  staticRow('/login', () => ({ headers: secretUrlHeaders, body: textOf('login/callback.html') })),
];
