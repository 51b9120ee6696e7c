import { describe, expect, it } from '@jest/globals';
import { withFreshName } from './playground-parts.js';

const nameOf = (query: string, operationName?: string) => withFreshName({ query, operationName }).operationName;

describe('The operation that the playground asks for', () => {
  it('is the one that the text has, whatever name GraphiQL still knows', () => {
    expect(nameOf('query Now { __typename }', 'Before')).toBe('Now');
    expect(nameOf('query Now { __typename }')).toBe('Now');
  });

  it('has no name where the text gives none', () => {
    expect(nameOf('{ __typename }', 'Before')).toBeUndefined();
  });

  it('is the chosen one of several, and none of them where the choice has gone', () => {
    const several = 'query One { __typename } query Other { __typename }';
    expect(nameOf(several, 'Other')).toBe('Other');
    expect(nameOf(several, 'Before')).toBeUndefined();
  });

  it('is left alone in a text that cannot be read', () => {
    expect(nameOf('query Now {', 'Before')).toBe('Before');
  });

  it('is told with all else that is sent', () => {
    const sent = { query: 'query Now { __typename }', operationName: 'Before', variables: { id: '1' } };
    expect(withFreshName(sent)).toEqual({ ...sent, operationName: 'Now' });
  });
});
