import { useGraphiQL } from '@graphiql/react';
import { service } from './service.js';

/** The variables of the active tab; empty if they are not valid JSON. */
function variablesIn(text) {
  try {
    return Object(JSON.parse(text || '{}'));
  } catch {
    // Incomplete input: the editor marks the error.
    return {};
  }
}

/** The active stored operation with its name, result and variables; null if it is not a stored one. */
export function useCurrentOperation() {
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]);
  const name = tab?.operationName ?? '';
  if (!Object.hasOwn(service.patterns, name)) return null;
  return { name, patterns: service.patterns[name], variables: variablesIn(tab.variables) };
}
