import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { validateXML } from 'xmllint-wasm';

const read = (name: string) => readFileSync(`test/fixtures/${name}`, 'utf8');

const xsd = read('schedule.xsd');

/** What is wrong with a schedule.xml, by the tables of the format. */
export async function problemsOfXml(...files: readonly string[]): Promise<string[]> {
  const xml = files.map((contents, at) => ({ fileName: `schedule-${at}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema: [xsd] });
  return errors.map(({ message }) => message);
}

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
formats.default(ajv);
const validate = ajv.compile(JSON.parse(read('schedule.schema.json')) as object);

/** What is wrong with a schedule.json, by the tables of the format. */
export function problemsOfJson(text: string): string[] {
  validate(JSON.parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
