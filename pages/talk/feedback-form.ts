import { markup, type Markup } from '../markup.js';

interface Talk {
  readonly id: string;
  readonly commentsOpen: boolean;
}

const RATINGS = [1, 2, 3, 4, 5];

const starView = (rating: number): Markup => markup`<label>
<input type="radio" name="rating" value="${rating}" required>
<span class="name">${rating} ${rating === 1 ? 'star' : 'stars'}</span>
<span class="star" aria-hidden="true">★</span>
</label>`;

const closed = markup`<p class="notice">Feedback on this talk is not open. It opens on the day of the talk and closes 90 days later.</p>`;

/** The form with which attendees rate a talk and comment on it. */
export const feedbackForm = ({ id, commentsOpen }: Talk): Markup =>
  commentsOpen
    ? markup`<noscript>
<p class="notice">This form needs JavaScript. Please enable it for this site, or use another browser.</p>
</noscript>
<form data-talk="${id}">
<fieldset class="stars">
<legend>Your rating</legend>
${RATINGS.map(starView)}
</fieldset>
<label for="text">Your feedback</label>
<textarea id="text" name="text" rows="5" required></textarea>
<button>Send feedback</button>
<p class="hint">You log in when you send your feedback. It is public, with your name.</p>
<div role="status"></div>
</form>`
    : closed;
