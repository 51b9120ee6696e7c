import { foreignLink } from './links.js';
import { markup, type Markup } from './markup.js';

/** An address in a text, without the punctuation behind it. */
const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}])/i;

const partView = (text: string, isAddress: boolean): Markup => (isAddress ? foreignLink(text, text) : markup`${text}`);

/** Renders plain text as paragraphs, in which addresses are links. */
export const prose = (text: string): Markup[] =>
  text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split(ADDRESS).map((part, index) => partView(part, index % 2 === 1)))
    .map((parts) => markup`<p class="prose" dir="auto">${parts}</p>`);
