// The feedback of a speaker: the ratings of all talks, and for each talk its ratings, its file and its shares.

import { dayText, element, paragraph } from './dashboard-elements.js';
import { chart, counted, downloadButton } from './feedback-elements.js';
import * as operations from './feedback-operations.js';
import { graph } from './session.js';
import { showForViewer, statusLine } from './signed-in.js';

const content = document.querySelector('#feedback');

/** A share that can be revoked. Its URL is shown only when it is created. */
function shareEntry({ id, createdAt, expiresAt }, { attempt, show }) {
  const button = element('button', { type: 'button', className: 'other' }, 'Stop sharing');
  const until = expiresAt ? `, until ${dayText(expiresAt)}` : '';
  const entry = element('li', {}, `Shared since ${dayText(createdAt)}${until} `, button);
  button.addEventListener(
    'click',
    () =>
      void attempt(async () => {
        await graph(operations.REVOKE_SHARED_FEEDBACK, { input: { shareId: id } });
        entry.remove();
        show('done', 'The link no longer works.');
      }),
  );
  return entry;
}

function shareButton(talk, shares, line) {
  const button = element('button', { type: 'button', className: 'other' }, 'Share with a link');
  button.addEventListener(
    'click',
    () =>
      void line.attempt(async () => {
        const { shareFeedback } = await graph(operations.SHARE_FEEDBACK, {
          input: { talkId: talk.id, includeRatings: true },
        });
        shares.append(shareEntry(shareFeedback.share, line));
        const link = element('a', { href: shareFeedback.url }, shareFeedback.url);
        line.show(
          'done',
          'Anyone with this link can read the public feedback. Copy it now, because it is shown only once: ',
          link,
        );
      }),
  );
  return button;
}

function talkCard(talk) {
  const title = element('h3', {}, element('a', { href: `/talk/${encodeURIComponent(talk.stub)}` }, talk.title));
  const card = element('article', { className: 'task' });
  const line = statusLine(card);
  const shares = element('ul', { className: 'shares' });
  shares.append(...talk.viewerShares.map((share) => shareEntry(share, line)));
  card.append(
    title,
    paragraph('hint', `${talk.event.name}, ${dayText(talk.startDate)}, ${counted(talk.commentCount, 'comment')}`),
    chart(talk.ratings),
    shares,
    element(
      'div',
      { className: 'decision' },
      downloadButton('Download as CSV', `/feeds/talks/${talk.id}/feedback.csv`, line.attempt),
      shareButton(talk, shares, line),
    ),
    line.status,
  );
  return card;
}

function talkSection({ totalCount, nodes, pageInfo }) {
  const cards = element('div', {}, ...nodes.map(talkCard));
  const section = element('section', {}, element('h2', {}, counted(totalCount, 'talk')), cards);
  let cursor = pageInfo;
  const line = statusLine(section);
  const more = element('button', { type: 'button' }, 'Show more talks');
  more.hidden = !cursor.hasNextPage;
  more.addEventListener(
    'click',
    () =>
      void line.attempt(async () => {
        const { viewer } = await graph(operations.SPEAKING_PAGE, { after: cursor.endCursor });
        cards.append(...viewer.speaking.talks.nodes.map(talkCard));
        cursor = viewer.speaking.talks.pageInfo;
        more.hidden = !cursor.hasNextPage;
      }),
  );
  section.append(more, line.status);
  return section;
}

function show({ viewer: { speaking } }) {
  if (speaking.talks.totalCount === 0) {
    content.replaceChildren(
      paragraph('', 'You are not linked to any talk. Open the page of your talk and choose “I am this speaker”.'),
    );
    return;
  }
  const all = element('section', {}, element('h2', {}, 'All talks'), chart(speaking.ratings));
  content.replaceChildren(all, talkSection(speaking.talks));
}

showForViewer(content, () => graph(operations.SPEAKING_PAGE), show);
