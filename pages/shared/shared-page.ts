import type { RowReply } from '../../src/http/rows/row.js';
import { timeInWords } from '../dates.js';
import { distributionOf } from '../distribution.js';
import type { SharedFeedbackPageQuery } from '../documents.generated.js';
import { eventUrl, talkUrl } from '../links.js';
import { markup, type Markup } from '../markup.js';
import { page } from '../page.js';
import { commentView } from '../talk/comments.js';
import { revealInWords } from '../talk/policy.js';

type Shared = NonNullable<SharedFeedbackPageQuery['sharedFeedback']>;

/** The page of shared feedback, which requires no login. */
export function sharedPage(shared: Shared): RowReply {
  const { talk } = shared;
  const { title, stub, event, speakers, startDate } = talk;
  const names = speakers.map(({ name }) => name).join(', ');
  const main = markup`<p class="lead">${names}</p>
<p class="place">${event.name}, ${timeInWords(startDate)}</p>
<ul class="actions">
<li><a href="${talkUrl(stub)}">The talk</a></li>
<li><a href="${eventUrl(event.slug)}">${event.name}</a></li>
</ul>
${contents(shared)}`;
  const reply = page({
    ...{ title: `Feedback: ${title}`, header: 'Shared feedback', heading: title, main: main.text },
    ...{ style: 'site', script: null },
  });
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } };
}

function contents({ talk, ratings, includesRatings, comments }: Shared): Markup {
  if (talk.ratings.areWithheld) {
    return markup`<section class="sheet"><h2>Feedback</h2>
<p class="notice">The feedback on this talk is shown ${revealInWords(talk) ?? 'later'}.</p></section>`;
  }
  const { totalCount, nodes } = comments;
  const omitted = totalCount - nodes.length;
  return markup`${ratings && markup`<section class="sheet"><h2>Ratings</h2>${distributionOf(ratings)}</section>`}
<section class="sheet">
<h2>Comments</h2>
${totalCount === 0 && markup`<p>There are no comments.</p>`}
<ol class="comments">${nodes.map((comment) => commentView(comment, includesRatings))}</ol>
${omitted > 0 && markup`<p>${omitted === 1 ? 'One more comment is' : `${omitted} more comments are`} not shown.</p>`}
</section>`;
}
