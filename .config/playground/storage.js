// GraphiQL keeps request headers out of its tabs when told to, but its history writes them to localStorage all the
// same. A token must not outlive the page, so everything that could hold one passes through here first.
const namespace = 'graphiql:';
const headersKey = `${namespace}headers`;
const keysHoldingOperations = new Set(['tabState', 'queries', 'favorites'].map((key) => namespace + key));

/** Null rather than absent: GraphiQL discards all tabs if one has no such member. */
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
