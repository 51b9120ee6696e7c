// Prints the lines of docs/contract.md that no test cites (`contract 1.5-3`), by section, and whether a test cites the
// section (`contract §1.5`). It never fails: a line may be proved by a test that does not name it.
import { readFileSync, readdirSync } from 'node:fs';

const contract = readFileSync('docs/contract.md', 'utf8');
const tests = readdirSync('test', { recursive: true })
  .filter((name) => name.endsWith('.ts') && !/^(?:docs|support|fixtures)\//.test(name))
  .map((name) => readFileSync(`test/${name}`, 'utf8').replace(/\n[ \t]*(?:\*|\/\/)?/g, ' '))
  .join('\n');

const cited = new Set(tests.match(/§\d+(?:\.\d+)*|(?<=\bcontract +|-\d+, +|-\d+ and +)\d+(?:\.\d+)?-\d+\b/gi));
const titles = new Map([...contract.matchAll(/^#{2,3} (\d+(?:\.\d+)?) (.+)$/gm)].map(([, id, title]) => [id, title]));
const sectionOf = (id) => id.slice(0, id.indexOf('-'));
// Other code, such as dates, looks like a line.
const ids = [...contract.matchAll(/`(\d+(?:\.\d+)?-\d+)`/g)].map(([, id]) => id);
const lines = new Set(ids.filter((id) => titles.has(sectionOf(id))));

const sections = Map.groupBy(lines, sectionOf);
for (const [section, all] of sections) {
  const missing = all.filter((id) => !cited.has(id)).map((id) => id.slice(section.length + 1));
  if (missing.length === 0) continue;
  const note = cited.has(`§${section}`) ? '' : ', section not cited';
  const names = missing.length === all.length ? 'all' : missing.join(' ');
  console.log(`${section} ${titles.get(section)} (${missing.length} of ${all.length}${note}): ${names}`);
}

const named = [...lines].filter((id) => cited.has(id)).length;
const near = [...lines].filter((id) => !cited.has(id) && cited.has(`§${sectionOf(id)}`)).length;
console.log(
  `Contract: of ${lines.size} lines, tests cite ${named}, and the sections of ${near} others; ${lines.size - named - near} are in no cited section.`,
);
