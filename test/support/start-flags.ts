import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** What `npm start` tells Node.js beside the program: its memory is measured as it runs for others. */
export const START_FLAGS: readonly string[] = startFlags(
  (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: { start: string } }).scripts.start,
);

function startFlags(command: string): string[] {
  const flags = command.match(/--max-\S+/g);
  if (!flags) throw new Error(`\`npm start\` has no flags for Node.js: ${command}`);
  return flags;
}
