// The page of a talk: its feedback form, the claims of its speakers, and its ratings and comments as they arrive.
import './feedback.js';
import './claim.js';
import { follow, refreshParts } from './live.js';

const comments = document.querySelector('[data-live="comments"]');
follow('TalkFeedbackLive', { talkId: comments.dataset.talk }, refreshParts);
