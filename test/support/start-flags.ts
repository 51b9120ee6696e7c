import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../package.json', import.meta.url);
const { start } = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: { start: string } }).scripts;

/** The Node.js options of `npm start`, so that memory is measured as in production. */
export const START_FLAGS = found(/--(?:max|no)-\S+/g);
/** The environment of `npm start`. */
export const START_ENVIRONMENT = Object.fromEntries(
  found(/[A-Z_]+=\S+/g).map((setting) => setting.split('=') as [string, string]),
);

function found(pattern: RegExp): readonly string[] {
  const words = start.match(pattern);
  if (!words) throw new Error(`\`npm start\` has nothing like ${pattern.source}: ${start}`);
  return words;
}
