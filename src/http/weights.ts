/**
 * Parses a header such as `Accept: text/html, application/json;q=0.5`: the weight of each name, in lower case and
 * without its other parameters, in the order of the header. An invalid weight counts as 0.
 */
export const weightsOf = (header: string): ReadonlyMap<string, number> =>
  new Map(header.toLowerCase().split(',').map(weighted));

function weighted(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
  return [name, weight >= 0 && weight <= 1 ? weight : 0];
}
