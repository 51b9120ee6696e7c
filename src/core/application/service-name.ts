import { sql } from 'kysely';
import { isStorable } from '../../database/storable.js';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { normalForm } from '../common/normal-form.js';
import { isLongerThan } from '../common/validation.js';
import type { Context } from '../context.js';
import { MAX_NAME_LENGTH } from './application-fields.js';

/** The login page and comments show the name of an application: it must not pass for the service itself. */

/** Blanks, also letters that look like one. */
const BLANK = /[\s\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;

/** A name without differences of case, width, blanks and invisible characters. */
function folded(name: string): string {
  const visible = normalForm(name, 'NFKC').replace(BLANK, ' ').replace(INVISIBLE, '');
  return visible.replace(/ +/g, ' ').trim().toUpperCase().toLowerCase();
}

const looksLike = statement(
  'names look alike',
  ($: Parameters<{ name: string; other: string }>) =>
    sql<{ isAlike: boolean }>`
      select public.username_key(${$.name}::text) = public.username_key(${$.other}::text) as "isAlike"`,
);

/** Whether a name equals that of the service, or consists of letters that look like it, as `username_key` compares them. */
export async function isNameOfService({ reads, services }: Context, name: string): Promise<boolean> {
  // Longer ones are invalid; the comparison of normal forms takes quadratic time.
  if (isLongerThan(name, MAX_NAME_LENGTH) || !isStorable(name)) return false;
  const [given, other] = [folded(name), folded(services.policy.productName)];
  if (given === other) return true;
  const [found] = await reads.scope.run(looksLike, { name: given, other });
  return found?.isAlike === true;
}
