import { GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import { isTimeZone } from '../src/core/date/zone-name.js';

/** A string scalar that validates input and serializes output unchanged. */
function textScalar(name: string, description: string, accepts: (text: string) => boolean, specifiedByURL?: string) {
  const read = (value: unknown): string => {
    if (typeof value !== 'string' || !accepts(value)) throw new TypeError(`Not a valid ${name}`);
    return value;
  };
  return new GraphQLScalarType<string, string>({
    name,
    description,
    specifiedByURL: specifiedByURL ?? null,
    serialize: (value) => value as string,
    parseValue: read,
    parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : undefined),
  });
}

export const DateTimeScalar = textScalar(
  'DateTime',
  'An ISO 8601 date-time with a numeric UTC offset, such as `2026-05-29T09:00:00+02:00`. The offset is the one in effect at that time in the time zone of the event.',
  (text) => !Number.isNaN(Date.parse(text)),
  'https://scalars.graphql.org/andimarek/date-time',
);

export const TolerantDateTimeScalar = textScalar(
  'TolerantDateTime',
  'A date with an optional time in a common notation: `2026-05-29`, `29 May 2026 14:00`, a Unix timestamp such as `@1780000000`, or ISO 8601 with a UTC offset or time zone name (`2026-12-10 10:00 Europe/London`, `2026-12-10T10:00+00:00[Europe/London]`). Without offset or zone it is parsed in the time zone of the event, or in UTC if there is no event. A local time that occurs twice resolves to the first occurrence, one that the clocks skip is moved forward by the length of the gap. Ranges are not dates.',
  // Validated by the command or query, because parsing depends on the time zone of the event.
  () => true,
);

export const UrlScalar = textScalar('URL', 'An absolute `http` or `https` URL.', (text) =>
  /^https?:\/\/\S+$/i.test(text),
);

export const TimeZoneScalar = textScalar(
  'TimeZone',
  'The name of a zone or link of the IANA time zone database, in its spelling, such as `Europe/Amsterdam`.',
  isTimeZone,
);

export const JsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value. The field that takes it documents its form.',
  specifiedByURL: 'https://ecma-international.org/publications-and-standards/standards/ecma-404/',
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});
