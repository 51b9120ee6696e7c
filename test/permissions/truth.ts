import type { ErrorCode, Reason } from '../../src/core/errors.js';

/**
 * Who asks. `owner` is whose the comment, the account, the claim, the application or the token is; `inactive` is all of
 * it at once, host, speaker and administrator, but may not log in any more; the last two come by an application that
 * somebody has registered, where all others come by the service's own.
 */
export const roles = [
  'anonymous',
  'stranger',
  'attendee',
  'speaker',
  'host',
  'otherHost',
  'trusted',
  'owner',
  'admin',
  'inactive',
  'ownerElsewhere',
  'adminElsewhere',
] as const;
export type Role = (typeof roles)[number];

export type Refused = `${ErrorCode} ${Reason}`;
/** `done`: something is changed; `as it is`: all is well, and nothing is left to change. */
export type Verdict = 'done' | 'as it is' | Refused;
export type Truth = Readonly<Record<Role, Verdict>>;

/** Who may, by the roles of the headline: `yes`, `same` (yes, and nothing changes), `no`, `-` (nobody is logged in). */
const tables = {
  //            anonymous stranger attendee speaker host otherHost trusted owner admin inactive owner-, adminElsewhere
  everybody: '  yes       yes      yes      yes     yes  yes       yes     yes   yes   yes      yes     yes',
  members: '    -         yes      yes      yes     yes  yes       yes     yes   yes   -        yes     yes',
  attending: '  -         yes      same     yes     yes  yes       yes     yes   yes   -        yes     yes',
  leaving: '    -         same     yes      same    same same      same    same  same  -        same    same',
  hosts: '      -         no       no       no      yes  no        no      no    yes   -        no      yes',
  speakers: '   -         no       no       yes     yes  no        no      no    yes   -        no      yes',
  assigning: '  -         no       no       no      yes  no        no      yes   yes   -        yes     yes',
  readers: '    -         no       no       yes     yes  no        no      yes   yes   -        yes     yes',
  admins: '     -         no       no       no      no   no        no      no    yes   -        no      yes',
  owners: '     -         no       no       no      no   no        no      yes   no    -        yes     no',
  accounts: '   -         no       no       no      no   no        no      yes   yes   -        yes     yes',
} as const;

const LOGIN = 'UNAUTHENTICATED LOGIN_REQUIRED';
const verdicts: Readonly<Record<string, Verdict>> = { yes: 'done', same: 'as it is', '-': LOGIN };

/**
 * A row of the truth table for a write.
 *
 * @param no what those are told who may not
 * @param others what some roles are told in place of that
 */
export function may(who: keyof typeof tables, no: Refused = LOGIN, others: Partial<Truth> = {}): Truth {
  const marks = tables[who].trim().split(/\s+/);
  const row = roles.map((role, index) => [role, verdicts[marks[index] ?? ''] ?? no] as const);
  return { ...(Object.fromEntries(row) as Record<Role, Verdict>), ...others };
}
