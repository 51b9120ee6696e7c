import type { FormTalkFragment } from '../documents.generated.js';
import { markup, type Markup } from '../markup.js';
import { policyInWords } from './policy.js';

const RATINGS = [1, 2, 3, 4, 5];

const starView = (rating: number): Markup => markup`<label>
<input type="radio" name="rating" value="${rating}" required>
<span class="name">${rating} ${rating === 1 ? 'star' : 'stars'}</span>
<span class="star" aria-hidden="true">★</span>
</label>`;

const stars = markup`<fieldset class="stars">
<legend>Your rating</legend>
${RATINGS.map(starView)}
</fieldset>`;

const hideName = markup`<label class="choice"><input type="checkbox" name="hideName"> Hide my name</label>`;

const openings = { ON_DAY: 'on the day of the talk', WITH_TALK: 'when the talk starts' };

/** The form with which attendees rate a talk and comment on it. The script sends the choices that the policy permits. */
export function feedbackForm(talk: FormTalkFragment): Markup {
  const { id, commentsOpen, ratings, event } = talk;
  const { names, ratings: ratingsPolicy, opens } = event.feedback;
  if (!commentsOpen) {
    return markup`<p class="notice">Feedback on this talk is not open. It opens ${openings[opens]} and closes 90 days later.</p>`;
  }
  return markup`<noscript>
<p class="notice">This form needs JavaScript. Please enable it for this site, or use another browser.</p>
</noscript>
<form data-talk="${id}" data-names="${names}"${ratings.areWithheld && markup` data-delayed`}>
${ratingsPolicy === 'ON' && stars}
<label for="text">Your feedback</label>
<textarea id="text" name="text" rows="5" required></textarea>
${names === 'OPTIONAL' && hideName}
<button>Send feedback</button>
<p class="hint">${policyInWords(talk)} You log in when you send it.</p>
<div role="status"></div>
</form>`;
}
