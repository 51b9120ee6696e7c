/** The values of a `/metrics` response, by name and labels as printed. */
export type Numbers = ReadonlyMap<string, number>;

const LINE = /^(\w+)(\{.*\})? (\S+)$/;

export async function scrape(adminBase: string): Promise<Numbers> {
  const response = await fetch(`${adminBase}/metrics`);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined) throw new Error(`No number: ${line}`);
      return [name + labels, Number(value)];
    }),
  );
}

/** The names, without labels; those of histograms and summaries with and without their suffixes. */
export const namesIn = (numbers: Numbers): Set<string> =>
  new Set(
    [...numbers.keys()]
      .map((key) => key.replace(/\{.*/, ''))
      .flatMap((name) => [name, name.replace(/_(bucket|sum|count)$/, '')]),
  );

/** Adds up all values of a name whose labels contain the text. */
export function sumOf(numbers: Numbers, name: string, labels = ''): number {
  let sum = 0;
  for (const [key, value] of numbers) if (key.split('{')[0] === name && key.includes(labels)) sum += value;
  return sum;
}
