import { describe, expect, it } from '@jest/globals';
import { parse, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql';
import { graphSchema } from '../fuzz/graph-schema.js';
import { everyCall } from './every-call.js';
import { everyOperation } from './every-operation.js';
import { report } from './report.js';
import { verdictsOn, type Phase } from './requirement.js';
import { Tape } from '../fuzz/tape.js';

/** Fields of types that no query leads to, or that take a file. */
const elsewhere = /^(Subscription|Schedule\w+|\w+Message|\w+Payload)\.|^Mutation\.(importSchedule|setEventImage)$/;

describe('The attack', () => {
  const numbers = Array.from({ length: 20_000 }, (_, place) => (place * 7919) % 999_983);
  const documents = everyOperation(new Tape(numbers)).map((text) => parse(text));

  it('calls valid operations', () => {
    expect(documents.flatMap((document) => validate(graphSchema, document))).toEqual([]);
  });

  it('calls every field and mutation', () => {
    const called = new Set<string>();
    const types = new TypeInfo(graphSchema);
    const note = visitWithTypeInfo(types, {
      Field: () => void called.add(`${types.getParentType()?.name}.${types.getFieldDef()?.name}`),
    });
    for (const document of documents) visit(document, note);
    const all = Object.values(graphSchema.getTypeMap())
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap((type) =>
        'getInterfaces' in type && 'getFields' in type && !('resolveType' in type)
          ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`)
          : [],
      );
    expect(all.filter((field) => !called.has(field) && !elsewhere.test(field))).toEqual([]);
  });

  it('calls every path of v2.1, feed and page, the same with the same seed', () => {
    const calls = everyCall(5, 'token', (text) => text.replaceAll(/<\w+(:\d+)?>/g, '1'));
    const paths = new Set(calls.map(({ method = 'POST', path }) => `${method} ${path.replace(/\?.*/, '')}`));
    for (const path of ['/feeds/events/1.ics', '/feeds/events/1/schedule.xml', '/event/1', '/e/1', '/dashboard']) {
      expect(paths).toContain(`GET ${path}`);
    }
    expect(calls.filter(({ path }) => /[:<>]/.test(path.replace(/\?.*/, '')) && !path.startsWith('/v2.1'))).toEqual([]);
    expect(everyCall(5, 'token', (text) => text)).toEqual(everyCall(5, 'token', (text) => text));
  });
});

describe('The report', () => {
  const phase: Phase = {
    ...{ name: 'imports', does: 'uploads', seconds: 5, answers: { 200: 7 }, turnMs: 30, memory: 200, ended: 0 },
    ...{ memoryBefore: 150, outgoing: 0, latencies: [4, 5, 6], refusals: [], webhookMs: 300 },
  };
  const conditions = { idleMs: 10, patience: 1 };
  const missed = (...phases: readonly Phase[]) =>
    verdictsOn(phases, conditions).flatMap(({ requirement, missedIn }) =>
      missedIn.map(({ name }) => `${name}: ${requirement.what}`),
    );

  it('accepts figures within the bounds', () => {
    expect(missed(phase)).toEqual([]);
  });

  it.each([
    ['memory of a process', { memory: 351 }],
    ['turn of an event loop (CPU time)', { turnMs: 101 }],
    ['processes that ended', { ended: 1 }],
    ['outgoing requests', { outgoing: 101 }],
    ['refusals of another caller', { refusals: ['a stream: 429'] }],
    ['p99 of another caller', { latencies: [51] }],
    ['delay of a webhook of another caller', { webhookMs: 5_001 }],
  ])('names the phase that misses: %s', (what, figures) => {
    expect(missed(phase, { ...phase, ...figures, name: 'streams' })).toEqual([`streams: ${what}`]);
  });

  it('does not blame a phase for memory that an earlier one has taken', () => {
    expect(missed(phase, { ...phase, memory: 400, memoryBefore: 395 })).toEqual([]);
  });

  it('is lenient in durations alone', () => {
    const busy = { ...phase, latencies: [199], webhookMs: 19_000 };
    expect(verdictsOn([busy], { ...conditions, patience: 4 }).filter(({ missedIn }) => missedIn.length > 0)).toEqual(
      [],
    );
  });

  it('states what was refused', () => {
    const refused = { ...phase, refusals: ['a stream: 429', 'a stream: 429'] };
    expect(report([refused], verdictsOn([refused], conditions))).toContain('- imports: a stream: 429');
  });
});
