import { staticRow } from '../../src/http/rows/row.js';
import { page } from '../page.js';

const NO_SCRIPT = `<noscript>
  <p class="notice">This page needs JavaScript. Please allow it here, or open the page in another browser.</p>
</noscript>`;

const main = `${NO_SCRIPT}
<div id="said" role="status"></div>
<div id="feedback"></div>
<footer id="account"></footer>`;

/** Feedback for speakers and for hosts. The HTML is the same for all users; scripts load the data with the login. */
export const feedbackPages = [
  staticRow('/my-feedback', () =>
    page({
      ...{ title: 'Your feedback', header: 'For speakers', heading: 'Your feedback', main },
      ...{ style: 'dashboard', script: 'speaking' },
    }),
  ),
  staticRow('/event/:slug/feedback', () =>
    page({
      ...{ title: 'Feedback on an event', header: 'For hosts', heading: 'Feedback', main },
      ...{ style: 'dashboard', script: 'event-feedback' },
    }),
  ),
];
