import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import * as rules from '../../src/core/rules.js';
import paths from '../fixtures/paths.json' with { type: 'json' };
import { graphWrites } from './graph-writes.js';
import { writes } from './writes.js';

const sorted = (names: readonly string[]) => [...new Set(names)].sort();
const unsupported = ['POST /v2.1/twitter/request_token', 'POST /v2.1/twitter/token', 'POST /v2.1/facebook/token'];

describe('The table of writes', () => {
  it('covers every mutation', () => {
    const schema = buildSchema(readFileSync(join(process.cwd(), 'schema/schema.graphql'), 'utf8'));
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect(mutations.length).toBeGreaterThan(40);
    expect(sorted([...writes, ...graphWrites].map(({ mutation }) => mutation))).toEqual(sorted(mutations));
  });

  it('covers every documented row that writes, except social login', () => {
    const rows = paths
      .filter(({ method, now }) => method !== 'GET' && now !== 'refused')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((row) => !unsupported.includes(row));
    expect(sorted(writes.map(({ row }) => row))).toEqual(sorted(rows));
  });

  it('covers every predicate of permissions', () => {
    const predicates = Object.keys(rules).filter((name) => /^(may|needs)[A-Z]/.test(name));
    expect(predicates.length).toBeGreaterThan(25);
    // Of reads, and of delayed results: test/permissions/feedback-rules.
    const ofFeedback = ['mayExportFeedback', 'mayExportTalkFeedback', 'mayMoveReveal'];
    const asked: string[] = [...writes, ...graphWrites].flatMap(({ asks }) => asks);
    expect(sorted([...asked, ...ofFeedback])).toEqual(sorted(predicates));
  });

  it('has unique names', () => {
    expect(sorted(writes.map(({ name }) => name)).length).toBe(writes.length);
  });
});
