// Copies the viewer of the API reference out of its package into dist-reference/, which src/http/pages/reference-page.ts serves:
// the service itself runs without the package, most of which are other forms of the same.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const source = 'node_modules/swagger-ui-dist';
const output = 'dist-reference';
const files = {
  'swagger-ui-bundle.js': ['swagger-ui-bundle.js'],
  'swagger-ui.css': ['swagger-ui.css'],
  'licences.txt': ['NOTICE', 'LICENSE', 'swagger-ui-bundle.js.LICENSE.txt'],
};

// Nobody serves the map of the source.
const read = (name) =>
  readFileSync(`${source}/${name}`, 'utf8').replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n');

mkdirSync(output, { recursive: true });
for (const [name, parts] of Object.entries(files)) {
  const path = `${output}/${name}`;
  const text = parts.map(read).join('\n');
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  // Two processes may start at once: each file appears whole.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}
