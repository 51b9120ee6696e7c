import { dayInWords, timeInWords } from '../dates.js';
import type { TalkCommentOfPageFragment, TalkPageQuery } from '../documents.generated.js';
import { userUrl } from '../links.js';
import { markup, type Markup } from '../markup.js';
import { prose } from '../prose.js';
import { starsOf } from '../rating.js';
import { revealInWords } from './policy.js';

type Talk = Pick<
  NonNullable<TalkPageQuery['talkByStub']>,
  'id' | 'comments' | 'commentCount' | 'ratings' | 'event' | 'feedbackRevealsAt'
>;

/** One comment. The time is only the day if the author is hidden. */
export function commentView(
  { id, user, createdAt, editedAt, isNameHidden, rating, text }: TalkCommentOfPageFragment,
  showsRating = true,
): Markup {
  const time = isNameHidden && user === null ? dayInWords(createdAt) : timeInWords(createdAt);
  const author = user
    ? markup`<a href="${userUrl(user.username)}">${user.fullName || user.username}</a>`
    : markup`Anonymous`;
  return markup`<li id="comment-${id}">
<p class="who">${author} ${showsRating && starsOf(rating)}</p>
${prose(text)}
<p class="facts"><time datetime="${createdAt}">${time}</time>${editedAt !== null && ' · edited'}</p>
</li>`;
}

function withheldView(talk: Talk): Markup {
  const { commentCount } = talk;
  const number = commentCount === 1 ? 'One comment has' : `${commentCount || 'No'} comments have`;
  return markup`<section class="sheet">
<h2>Comments</h2>
<p class="notice">${number} been written. The ratings and comments are shown ${revealInWords(talk) ?? 'later'}.</p>
</section>`;
}

/** The first comments on a talk; null without comments. */
export function commentsOf(talk: Talk): Markup | null {
  if (talk.ratings.areWithheld) return withheldView(talk);
  const {
    id,
    comments: { totalCount, nodes },
  } = talk;
  if (totalCount === 0) return null;
  return markup`<section class="sheet">
<h2>Comments</h2>
<ol class="comments">${nodes.map((comment) => commentView(comment))}</ol>
<p><a href="/v2.1/talks/${id}/comments?format=html">All comments (${totalCount})</a></p>
</section>`;
}
