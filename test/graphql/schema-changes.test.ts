import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { createSchema } from '../../schema/index.js';
import { breakingChanges } from './breaking-changes.js';

/** A breaking change since the last release, in the words of `breakingChanges`, with its reason and date. */
interface DeclaredChange {
  readonly change: string;
  readonly reason: string;
  readonly date: string;
}

const read = (file: string) => readFileSync(join(process.cwd(), 'schema', file), 'utf8');
const released = read('released.graphql');
const declared = JSON.parse(read('declared-changes.json')) as readonly DeclaredChange[];

/** Undeclared breaking changes, and obsolete declarations. */
function differences(before: string, after: GraphQLSchema, said: readonly DeclaredChange[]) {
  const breaks = breakingChanges(buildSchema(before), after);
  return {
    undeclared: breaks.filter((description) => !said.some(({ change }) => change === description)),
    unfounded: said.map(({ change }) => change).filter((change) => !breaks.includes(change)),
  };
}

describe('the schema is compatible with the last release (schema/released.graphql)', () => {
  it('except for the changes in schema/declared-changes.json', async () => {
    expect(differences(released, await createSchema(), declared)).toEqual({ undeclared: [], unfounded: [] });
  });

  it('each declaration has a reason and a date', () => {
    const complete = {
      change: expect.any(String),
      reason: expect.stringMatching(/^.{10,}\.$/),
      date: expect.any(String),
    };
    expect(declared).toEqual(declared.map(() => complete));
    expect(declared.filter(({ date }) => new Date(date).toISOString().slice(0, 10) !== date)).toEqual([]);
  });

  it('detects inputs that become required without their default, or exclusive by @oneOf, which graphql-js does not count', () => {
    const now = buildSchema(
      released
        .replace('  dryRun: Boolean! = true', '  dryRun: Boolean!')
        .replace('    first: Int! = 100', '    first: Int!')
        .replace(/^input CommentOnEventInput \{/m, 'input CommentOnEventInput @oneOf {'),
    );
    expect(differences(released, now, []).undeclared).toEqual([
      'ImportScheduleInput.dryRun has no default value any more and is required.',
      'Query.changes(first:) has no default value any more and is required.',
      'CommentOnEventInput became @oneOf.',
    ]);
  });

  it('detects removals, stricter types and obsolete declarations', () => {
    const now = buildSchema(
      released
        .replace(/^ {2}icon: String @deprecated/m, '  iconFile: String @deprecated')
        .replace(/^ {2}hashtag: String$/m, '  hashtag: Int')
        .replace(/^ {2}rating: Float$/m, '  rating: Float!'),
    );
    const [icon, hashtag] = ['Event.icon was removed.', 'Event.hashtag changed type from String to Int.'];
    const stricter = 'CommentOnEventInput.rating changed type from Float to Float!.';
    const declare = (change: string) => ({ change, reason: 'There was no other way.', date: '2026-11-21' });
    expect(differences(released, now, [declare(icon), declare('Talk.stub was removed.')])).toEqual({
      undeclared: [stricter, hashtag],
      unfounded: ['Talk.stub was removed.'],
    });
  });
});
