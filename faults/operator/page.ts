import { readFileSync } from 'node:fs';

const PAGE = 'docs/scale.md';

/** A code block of the page. */
export interface Block {
  /** Names of the machines to run it on, in turn. */
  readonly machines: readonly string[];
  readonly script: string;
}

/** A section of the page: commands that lead from one set-up to the next. */
export interface Step {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/**
 * The steps of docs/scale.md with their commands.
 *
 * @throws Error if a block does not begin with the names of its machines
 */
export function readSteps(): Step[] {
  const [, ...sections] = readFileSync(PAGE, 'utf8').split(/^## (?=Step \d+: )/m);
  return sections.map((section) => {
    const [title = ''] = section.split('\n');
    const blocks = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, script = '']) => {
      const [, names] = /^# (\w+(?:, \w+)*)\n/.exec(script) ?? [];
      if (names === undefined) throw new Error(`${PAGE}, ${title}: a block does not name its machines: ${script}`);
      return { machines: names.split(', '), script };
    });
    return { title, blocks };
  });
}
