/**
 * Functions of generated columns, indexes and statements. They name their schema, because pg_restore computes generated
 * columns and indexes under an empty search path.
 *
 * Search ignores case and accents (decisions no. 24). `unaccent` itself is only STABLE, because it depends on the search
 * path; its wrapper is IMMUTABLE. Lower case is applied last: `unaccent` maps some letters to capitals. Texts are folded
 * on write: folding each row during a search would take most of the time.
 *
 * A call for papers is open until midnight after its last day, in the zone of its event (decisions no. 41). An unknown
 * zone counts as UTC, as in responses.
 */
export const functions = `
create function public.search_text(text) returns text language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, NFC))) $$;
-- A LIKE pattern for "contains this text". Wildcards are escaped after folding, which maps '％' to '%'. Null, which finds
-- nothing, if folding leaves nothing of the text: an accent that stands alone. Not STRICT, which would prevent inlining.
create function public.search_pattern(text) returns text language sql immutable parallel safe
  as $$ select case when $1 = '' or public.search_text($1) <> ''
    then '%' || regexp_replace(public.search_text($1), '([\\\\%_])', '\\\\\\1', 'g') || '%' end $$;

create function public.call_closes_at(timestamptz, text) returns timestamptz language plpgsql immutable strict as $$
begin
  return (date_trunc('day', $1 at time zone $2) + interval '1 day') at time zone $2;
exception when invalid_parameter_value then
  return (date_trunc('day', $1 at time zone 'UTC') + interval '1 day') at time zone 'UTC';
end $$;
create function public.local_midnight(timestamptz, text) returns timestamptz language plpgsql stable strict as $$
begin
  return date_trunc('day', $1 at time zone $2) at time zone $2;
exception when invalid_parameter_value then
  return date_trunc('day', $1 at time zone 'UTC') at time zone 'UTC';
end $$;

create function public.fair_low(n1 bigint, n2 bigint, n3 bigint, n4 bigint, n5 bigint) returns float8
  language sql immutable parallel safe as $$
  select fair - 1.65 * sqrt((squares - fair * fair) / (total + 1)) from (
    select total,
      (n1 + 1 + 2 * (n2 + 1) + 3 * (n3 + 1) + 4 * (n4 + 1) + 5 * (n5 + 1)) / total as fair,
      (n1 + 1 + 4 * (n2 + 1) + 9 * (n3 + 1) + 16 * (n4 + 1) + 25 * (n5 + 1)) / total as squares
    from (select (n1 + n2 + n3 + n4 + n5 + 5)::float8 as total) t) f
$$;`;
