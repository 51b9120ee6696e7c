import { DateTime } from 'luxon';
import type pg from 'pg';

interface Named {
  readonly kind: 'event' | 'talk';
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly start: number;
  readonly zone: string;
}

/** Contract §4.1 for ASCII names, as in the sample. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^0-9a-z -]/g, '')
    .replaceAll(' ', '-');

/** The suffixes that the original tries, in order. */
const suffixes: Readonly<Record<Named['kind'], (named: Named) => RegExp>> = {
  talk: ({ id }) => new RegExp(`^(-${id})?$`),
  event({ start, zone }) {
    const [year, month, day] = DateTime.fromSeconds(start, { zone }).toFormat('yyyy-MM-dd').split('-');
    return new RegExp(`^(-${year}(-${month}(-${day}(-\\d{1,2})?)?)?)?$`);
  },
};

/** Events and talks whose slug differs from the one that the original would generate. */
export async function unexpectedSlugs(pool: pg.Pool): Promise<Named[]> {
  const { rows } = await pool.query<Named>(`
    select 'event' as kind, id, name, slug, extract(epoch from starts_at)::int as start, time_zone as zone from events where slug <> 'reference-conf'
    union all select 'talk', id, title, slug, 0, '' from talks where id < 3001`);
  if (rows.length < 2000) throw new Error(`Only ${rows.length} names: this would test nothing`);
  return rows.filter((named) => {
    const base = plain(named.name);
    return !named.slug.startsWith(base) || !suffixes[named.kind](named).test(named.slug.slice(base.length));
  });
}
