import { markup, type Markup } from './markup.js';

/** Whether an event takes place. */
interface Cancellable {
  readonly cancelledDate: string | null;
}

/** States on pages of an event and its talks that it does not take place; null if it does. */
export const cancellationNotice = ({ cancelledDate }: Cancellable): Markup | null =>
  cancelledDate === null ? null : markup`<p class="notice">This event has been cancelled.</p>`;

/** A fact of an event in a list; null if it takes place. */
export const cancelledFact = ({ cancelledDate }: Cancellable): Markup | null =>
  cancelledDate === null ? null : markup`<span>Cancelled</span> `;
