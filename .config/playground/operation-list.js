// Every stored operation with the methods and paths that use it, grouped by the v2.1 collection.
const WEBSITE = 'Addresses of the website';
const API = 'v2.1';

const groupOf = (path) => {
  const [, root, collection] = path.split('/');
  if (path === '/' || path === '/v2.1') return '/';
  return root === API ? `/v2.1/${collection}` : WEBSITE;
};

/** `[group, [{ name, pattern, method, path }]]`, in the order of the table of routes. */
export function operationGroups(patterns) {
  const entries = Object.entries(patterns).flatMap(([name, list]) =>
    list.map((pattern) => {
      const [method, path] = pattern.split(' ');
      return { name, pattern, method, path };
    }),
  );
  return [...Map.groupBy(entries, ({ path }) => groupOf(path))].map(([group, list]) => [group, list]);
}

/** Entries that contain all words in their name or path. */
export function matching(groups, filter) {
  const asked = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ name, pattern }) => asked.every((word) => `${name} ${pattern}`.toLowerCase().includes(word));
  return groups.map(([group, list]) => [group, list.filter(has)]).filter(([, list]) => list.length > 0);
}
