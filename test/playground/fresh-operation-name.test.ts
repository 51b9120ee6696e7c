import { describe, expect, it } from '@jest/globals';
import { withFreshName } from './playground-parts.js';

const nameOf = (query: string, operationName?: string) => withFreshName({ query, operationName }).operationName;

describe('The operation name that the playground sends', () => {
  it('is the one in the text, whatever name GraphiQL has stored', () => {
    expect(nameOf('query Now { __typename }', 'Before')).toBe('Now');
    expect(nameOf('query Now { __typename }')).toBe('Now');
  });

  it('is absent if the text has none', () => {
    expect(nameOf('{ __typename }', 'Before')).toBeUndefined();
  });

  it('is the selected one of several, and absent if that was removed', () => {
    const several = 'query One { __typename } query Other { __typename }';
    expect(nameOf(several, 'Other')).toBe('Other');
    expect(nameOf(several, 'Before')).toBeUndefined();
  });

  it('is unchanged if the text is invalid', () => {
    expect(nameOf('query Now {', 'Before')).toBe('Before');
  });

  it('is sent with the other members', () => {
    const sent = { query: 'query Now { __typename }', operationName: 'Before', variables: { id: '1' } };
    expect(withFreshName(sent)).toEqual({ ...sent, operationName: 'Now' });
  });
});
