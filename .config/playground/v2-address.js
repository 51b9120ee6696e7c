// The v2.1 URL that is equivalent to an operation with its variables.
const DEFAULT_SIZE = 20;

/** `filter=cfp` for OPEN_CFP. */
const filterWord = (filter) => (filter === 'OPEN_CFP' ? 'cfp' : filter.toLowerCase());

/** How each variable is written in a query string; undefined if it can be omitted. */
const parameters = {
  filter: (value) => ['filter', filterWord(value)],
  title: (value) => ['title', value],
  stub: (value) => ['stub', value],
  tags: (values) => values.map((value) => ['tags[]', value]),
  from: (value) => ['startdate', value],
  until: (value) => ['enddate', value],
  username: (value) => ['username', value],
  keyword: (value) => ['keyword', value],
  // Without `start`, a list of all events begins in the middle.
  offset: (value, { filter }) => (value > 0 || filter === 'ALL' ? ['start', value] : undefined),
  limit: (value) => (value !== DEFAULT_SIZE ? ['resultsperpage', value] : undefined),
  verbose: (value) => (value ? ['verbose', 'yes'] : undefined),
};

/** `{ method, path, isWhole }`: path parameters are replaced by the variables that are set. */
export function v2Address(pattern, variables) {
  const [method, template] = pattern.split(' ');
  const values = { ...variables, ...variables.input };
  const used = new Set();
  const valueOf = (name, position) => {
    const names = [
      name,
      ...(name === 'commentId' ? ['eventCommentId', 'talkCommentId'] : []),
      ...(position === 0 ? ['id'] : []),
    ];
    const found = names.find((some) => values[some] != null);
    used.add(found);
    return found === undefined ? undefined : values[found];
  };
  let position = -1;
  const path = template.replace(/:(\w+)/g, (whole, name) => {
    position += 1;
    const value = valueOf(name, position);
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const search = method === 'GET' ? searchOf(variables, used) : '';
  return { method, path: search === '' ? path : `${path}?${search}`, isWhole: !path.includes(':') };
}

function searchOf(variables, used) {
  const pairs = Object.entries(variables)
    .filter(([name, value]) => value != null && !used.has(name) && Object.hasOwn(parameters, name))
    .map(([name, value]) => parameters[name](value, variables))
    .filter((written) => written !== undefined)
    .flatMap((written) => (Array.isArray(written[0]) ? written : [written]));
  return new URLSearchParams(pairs).toString();
}
