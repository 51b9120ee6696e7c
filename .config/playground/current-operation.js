import { useGraphiQL } from '@graphiql/react';
import { service } from './service.js';

/** The variables of the tab that is open, as far as they can be read. */
function variablesIn(text) {
  try {
    return Object(JSON.parse(text || '{}'));
  } catch {
    // Somebody is writing them: the editor says what is wrong.
    return {};
  }
}

/** The stored operation that is open, by its name, what it answers and its variables; null when it is no stored one. */
export function useCurrentOperation() {
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]);
  const name = tab?.operationName ?? '';
  if (!Object.hasOwn(service.patterns, name)) return null;
  return { name, patterns: service.patterns[name], variables: variablesIn(tab.variables) };
}
