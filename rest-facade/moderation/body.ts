import type { WireFields } from '../read/fields.js';

/** Wire values of decisions (contract §3.8). */
const decisions = { approved: 'UPHELD', denied: 'REJECTED' } as const;

/** Reads the decision on reports; null for unknown values, which the core rejects. */
export function decisionOf(fields: WireFields): (typeof decisions)[keyof typeof decisions] | null {
  const word = fields.value('decision');
  return word === 'approved' || word === 'denied' ? decisions[word] : null;
}
