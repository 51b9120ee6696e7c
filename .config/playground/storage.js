// GraphiQL can be configured to keep request headers out of its tabs, but its history still writes them to
// localStorage. A token must not outlive the page, so every value is filtered here first.
const namespace = 'graphiql:';
const headersKey = `${namespace}headers`;
const keysHoldingOperations = new Set(['tabState', 'queries', 'favorites'].map((key) => namespace + key));

/** Null rather than absent: GraphiQL discards all tabs if one lacks this member. */
function withoutHeaders(json) {
  return JSON.stringify(JSON.parse(json, (key, value) => (key === 'headers' ? null : value)));
}

export function storageWithoutHeaders(storage) {
  return {
    getItem: (key) => storage.getItem(key),
    setItem(key, value) {
      if (key === headersKey) return;
      storage.setItem(key, keysHoldingOperations.has(key) ? withoutHeaders(value) : value);
    },
    removeItem: (key) => storage.removeItem(key),
    get length() {
      return storage.length;
    },
    clear() {
      for (const key of Object.keys(storage)) if (key.startsWith(namespace)) storage.removeItem(key);
    },
  };
}
