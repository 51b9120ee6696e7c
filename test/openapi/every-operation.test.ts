import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../rest-facade/nouns/routes.js';
import { patternOf } from '../../src/http/rows/router.js';
import { createJudge } from './answers.js';
import { document, pathOf } from './document.js';
import type { Guide } from './guide.js';
import { startShowcase, type Showcase } from './showcase.js';
import { tour } from './tour.js';

let service: Showcase;
let examples: Guide['examples'];
beforeAll(async () => {
  service = await startShowcase();
  ({ examples } = await tour(service));
}, 240_000);
afterAll(() => service.stop());

const judge = createJudge();
const FAILURES = 400;
const NOT_OFFERED = '501';

describe('every operation of the OpenAPI document', () => {
  it('is a row of the table, and vice versa', () => {
    const declared = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(declared.sort()).toEqual(routes.map((row) => `${row.method} ${pathOf(row)}`).sort());
  });

  it('was requested by the tour', () => {
    expect([...examples.keys()].sort()).toEqual(routes.map(patternOf).sort());
  });

  it.each(routes.map((row) => [patternOf(row), row] as const))('%s responds as documented', (pattern, row) => {
    const { responses } = document.paths[pathOf(row)]![row.method.toLowerCase()]!;
    const successes = Object.keys(responses).filter((status) => Number(status) < FAILURES && status !== '304');
    const { status, answer } = examples.get(pattern)!;
    expect(successes.length > 0 ? successes : [NOT_OFFERED]).toContain(String(status));
    const path = row.path.replaceAll(/:\w+/g, '1');
    const body = answer === undefined ? '' : JSON.stringify(answer);
    expect(judge({ method: row.method, path, status, body })).toBeUndefined();
  });
});
