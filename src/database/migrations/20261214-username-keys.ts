import { Migration } from '@mikro-orm/migrations';

/**
 * Letters, and the Latin ones that they look like: the single ones of the confusables of UTS #39, and those whose capitals look
 * alike.
 */
const lookalikes: readonly (readonly [letters: string, latin: string])[] = [
  // Within Latin and digits.
  [
    'I1|0ıƄƍƖƦƧƷƼƽǀȜȢȣɑɡɣɩɪɯʋʏᴄᴏᴑᴜᴠᴡᴢᶃᶌẝỿꜱꝚꝪꝮꞘꞙꞟꞫꞲꞳꞴꬲꬵꬽꭇꭈꭎꭒꭚ',
    'llloibglR235sl388agyiiwuycoouvwzgyfys239Ffu3JXBeforruuy',
  ],
  // Cyrillic.
  [
    'вГЁёЇїкмнптІЗзьЬчЅЈАВЕКМНОРСТУХабгеорсухѕіјѡѴѵҮүһҽӀӏӠԁԌԛԜԝꙄꙇ',
    'brEelikmhntl33bb4SJABEKMHOPCTYXa6reopcyxsijwVvYyheli3dGqWw2i',
  ],
  // Greek.
  ['βεηκτχωςμͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορσυϜϳϺᴦ', 'benktxwcuJABEZHlKMNOPTYXayivopouFjMr'],
  // Armenian.
  ['յՍՏՕագզհոռսցքօ', 'jUSOwqqhnnugfo'],
  // Cherokee.
  ['ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏮᏳᏴꭵꮁꮃꮓꮩꮪꮯ', 'DRTiYAJEWMHYGhZ4bRWSVSLCPKd6GBirwzvsc'],
  // Lisu.
  ['ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPdDTGKJCZFMNLSRVHWXYAElOU'],
];
/** Soft hyphen, joiners, marks of direction, variation selectors and others. */
const invisible = '\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2800\ufe0e\ufe0f\ufeff';

const letters = lookalikes.map(([from]) => from).join('') + invisible;
const latin = lookalikes.map(([, to]) => to).join('');

/**
 * Usernames that look alike have the same key. New accounts and usernames must differ from all others in it, and in what
 * the legacy collation compared (`search_text`); stored ones may not, so that no index is unique. Schema-qualified, as
 * `search_text` is. `username_key` applies lower case last, because only the capital I looks like l.
 */
export class Migration20261214UsernameKeys extends Migration {
  override up(): void {
    this.addSql(`
create function public.username_key(text) returns text language sql immutable strict parallel safe as $$
  select lower(replace(regexp_replace(
    translate(public.unaccent('public.unaccent'::regdictionary, normalize($1, NFKC)), '${letters}', '${latin}'),
    '\\s+', ' ', 'g'), 'rn', 'm')) $$;
create index users_username_key_index on users (public.username_key(username));`);
  }
}
