import { expect, it } from '@jest/globals';
import { createRouter, patternOf } from '../../src/http/rows/router.js';
import { routes } from '../../rest-facade/nouns/routes.js';
import * as documents from '../../rest-facade/operations/documents.generated.js';
import type { RecordedRequest } from './exchange.js';
import { readRecordings } from './recorded-file.js';

const find = createRouter(routes);

/** The pattern of the row that responds; undefined for paths outside the table. */
function patternAt({ method, path }: RecordedRequest): string | undefined {
  const found = find(method, path.replace(/\/*(?:\?.*)?$/, '') || '/');
  return found && 'row' in found ? patternOf(found.row) : undefined;
}

it('records every row of the facade', async () => {
  const recordings = (await Promise.all(['protocol', 'reads', 'writes'].map(readRecordings))).flat();
  const recorded = new Set(recordings.map(({ request }) => patternAt(request)));
  expect(routes.map(patternOf).filter((pattern) => !recorded.has(pattern))).toEqual([]);
});

it('records every stored operation, except the file upload', async () => {
  const names = Object.keys(documents).flatMap((name) => /^(\w+)Document$/.exec(name)?.[1] ?? []);
  const recordings = (await Promise.all(['queries', 'mutations'].map(readRecordings))).flat();
  const recorded = new Set(
    recordings.map(
      ({ request }) => request.operation ?? new URLSearchParams(request.path.split('?')[1]).get('operation'),
    ),
  );
  expect(names.length).toBeGreaterThan(80);
  expect(names.filter((name) => !recorded.has(name))).toEqual(['SetEventImage']);
});
