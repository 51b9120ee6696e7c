// Every stored operation under every method and path that it answers, in groups by the collection of v2.1.
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

/** Those that have all the words in their name or their path. */
export function matching(groups, filter) {
  const asked = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ name, pattern }) => asked.every((word) => `${name} ${pattern}`.toLowerCase().includes(word));
  return groups.map(([group, list]) => [group, list.filter(has)]).filter(([, list]) => list.length > 0);
}
