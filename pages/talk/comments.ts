import { timeInWords } from '../dates.js';
import type { TalkCommentOfPageFragment, TalkPageQuery } from '../documents.generated.js';
import { userUrl } from '../links.js';
import { markup, type Markup } from '../markup.js';
import { prose } from '../prose.js';
import { starsOf } from '../rating.js';

type Talk = Pick<NonNullable<TalkPageQuery['talkByStub']>, 'id' | 'comments'>;

function commentView({ user, createdAt, rating, text }: TalkCommentOfPageFragment): Markup {
  const author = user
    ? markup`<a href="${userUrl(user.username)}">${user.fullName || user.username}</a>`
    : markup`Anonymous`;
  return markup`<li>
<p class="who">${author} ${starsOf(rating)}</p>
${prose(text)}
<p class="facts"><time datetime="${createdAt}">${timeInWords(createdAt)}</time></p>
</li>`;
}

/** The first comments on a talk; null without comments. */
export function commentsOf({ id, comments: { totalCount, nodes } }: Talk): Markup | null {
  if (totalCount === 0) return null;
  return markup`<section class="sheet">
<h2>Comments</h2>
<ol class="comments">${nodes.map(commentView)}</ol>
<p><a href="/v2.1/talks/${id}/comments?format=html">All comments (${totalCount})</a></p>
</section>`;
}
