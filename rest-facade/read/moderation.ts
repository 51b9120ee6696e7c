import type { WireFields } from './fields.js';

/** The wire's words of contract §3.8. */
const decisions = { approved: 'UPHELD', denied: 'REJECTED' } as const;

/** What is to become of the reports; null for anything else, which the core refuses. */
export function decisionOf(fields: WireFields): (typeof decisions)[keyof typeof decisions] | null {
  const word = fields.value('decision');
  return word === 'approved' || word === 'denied' ? decisions[word] : null;
}
