import { GraphQLScalarType, Kind } from 'graphql';
import { isTimeZone } from '../src/time/zoned.js';

/** Text that is checked where it comes in and passed on as it is where it goes out. */
function textScalar(name: string, description: string, accepts: (text: string) => boolean, specifiedByURL?: string) {
  const read = (value: unknown): string => {
    if (typeof value !== 'string' || !accepts(value)) throw new TypeError(`This is not a ${name}`);
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
  'A moment as ISO 8601 with a numeric offset, such as `2026-05-29T09:00:00+02:00`: the offset that holds at that moment in the zone of the event.',
  (text) => !Number.isNaN(Date.parse(text)),
  'https://scalars.graphql.org/andimarek/date-time',
);

export const TolerantDateTimeScalar = textScalar(
  'TolerantDateTime',
  'A date, with or without a time, as people write it: `2026-05-29`, `29 May 2026 14:00`, `@1780000000`, or ISO 8601 with an offset. Without an offset it is read in the zone of the event, and in UTC where there is no event.',
  // Which text is a date depends on what it is for: whoever uses it says so.
  () => true,
);

export const UrlScalar = textScalar('URL', 'An absolute `http` or `https` address.', (text) =>
  /^https?:\/\/\S+$/i.test(text),
);

export const TimeZoneScalar = textScalar(
  'TimeZone',
  'A name of the IANA time zone database, such as `Europe/Amsterdam`.',
  isTimeZone,
);
