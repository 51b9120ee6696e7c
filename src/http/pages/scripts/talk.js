// The page of a talk: its feedback form, and the claims of its speakers.
import './feedback.js';
import './claim.js';
