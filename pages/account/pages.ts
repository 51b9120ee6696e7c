import { staticRow } from '../../src/http/rows/row.js';
import { page } from '../page.js';

/**
 * The settings of an account: mails, logins, export and deletion. The page is the same for all; its script loads them
 * with the login of the viewer.
 */
export const accountPages = [
  staticRow('/account', () =>
    page({
      title: 'Your account',
      header: 'Mails, logins and data',
      heading: 'Your account',
      main: `<noscript>
        <p class="notice">This page needs JavaScript. Please allow it here, or open the page in another browser.</p>
      </noscript>
      <div id="said" role="status"></div>
      <div id="settings"></div>
      <footer id="account"></footer>`,
      style: 'dashboard',
      script: 'account',
    }),
  ),
];
