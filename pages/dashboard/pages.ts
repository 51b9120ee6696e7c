import { staticRow } from '../../src/http/rows/row.js';
import { page } from '../page.js';

/**
 * The pending tasks of a host or an administrator. The page is the same for all; its script loads the tasks with the
 * login of the viewer.
 */
export const dashboardPages = [
  staticRow('/dashboard', () =>
    page({
      title: 'Your tasks',
      header: 'For hosts and administrators',
      heading: 'Your tasks',
      main: `<noscript>
        <p class="notice">This page needs JavaScript. Please enable it for this site, or use another browser.</p>
      </noscript>
      <div id="said" role="status"></div>
      <div id="tasks"></div>
      <footer id="account"></footer>`,
      style: 'dashboard',
      script: 'dashboard',
    }),
  ),
];
