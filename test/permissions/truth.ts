import type { ErrorCode, Reason } from '../../src/core/errors.js';

/**
 * The role of the caller. `owner` owns the comment, the account, the claim, the application or the token; `inactive` is
 * owner, host, speaker and administrator, but has a disabled account; the last two use an application that a user has
 * registered, all others a first-party one.
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

/** Roles that cannot see a pending event. */
export const blindRoles: readonly Role[] = [
  ...(['stranger', 'attendee', 'speaker', 'otherHost', 'trusted', 'owner', 'ownerElsewhere'] as const),
];

export type Refused = `${ErrorCode} ${Reason}`;
/** `done`: data have changed; `as it is`: success without a change. */
export type Verdict = 'done' | 'unchanged' | Refused;
export type Truth = Readonly<Record<Role, Verdict>>;

/** The permissions of the roles in order: `yes`, `same` (yes, without a change), `no`, `-` (anonymous). */
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
const verdicts: Readonly<Record<string, Verdict>> = { yes: 'done', same: 'unchanged', '-': LOGIN };

/**
 * A row of the truth table for a write.
 *
 * @param no outcome without permission
 * @param others outcomes of some roles instead of that
 */
export function may(who: keyof typeof tables, no: Refused = LOGIN, others: Partial<Truth> = {}): Truth {
  const marks = tables[who].trim().split(/\s+/);
  const row = roles.map((role, index) => [role, verdicts[marks[index] ?? ''] ?? no] as const);
  return { ...(Object.fromEntries(row) as Record<Role, Verdict>), ...others };
}
