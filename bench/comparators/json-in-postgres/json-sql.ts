/** Name of a member → SQL expression of its value. */
export type Members = Readonly<Record<string, string>>;

export function object(members: Members): string {
  return `json_build_object(${Object.entries(members).map(([name, value]) => `'${name}', ${value}`)})`;
}

/** Aggregates one value per row of `rows` into an array, empty without rows. */
export function array(value: string, rows: string, order: string): string {
  return `(select coalesce(json_agg(${value} order by ${order}), '[]') from ${rows})`;
}

/** Formats an instant in the time zone of the event `e`, with its offset; null stays null. */
export function iso(instant: string): string {
  const local = `(${instant} at time zone e.time_zone)`;
  const offset = `(${local} - (${instant} at time zone 'UTC'))`;
  return `to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS') || case when ${offset} < interval '0'
    then '-' || to_char(-${offset}, 'HH24:MI') else '+' || to_char(${offset}, 'HH24:MI') end`;
}

/** The average rating of a row as an integer: halves round up, 0 without ratings. */
export function average(row: string): string {
  return `case ${row}.rating_count when 0 then 0
    else floor(${row}.rating_sum::float8 / ${row}.rating_count + 0.5)::int end`;
}

/** 1 if comments are open on a record that starts at an instant, else 0. */
export function comments(instant: string): string {
  const today = `(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')`;
  return `case when ${instant} - interval '24 hours' < ${today} and ${instant} + interval '2160 hours' > ${today}
    then 1 else 0 end`;
}

/** `meta` of a page; all arguments are SQL, `address` is the URL of the list without query. */
export function pageMeta(address: string, count: string, total: string, start: string, size: string): string {
  const page = (from: string) => `${address} || '?resultsperpage=' || ${size} || '&start=' || ${from}`;
  return `json_strip_nulls(${object({
    count,
    total,
    this_page: page(start),
    next_page: `case when ${start} + ${size} < ${total} then ${page(`(${start} + ${size})`)} end`,
    prev_page: `case when ${start} > 0 then ${page(`greatest(${start} - ${size}, 0)`)} end`,
  })})`;
}
