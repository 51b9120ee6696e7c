// `/graphql?operation=TalkRecord&variables={"id":"66"}` opens the playground with that stored operation, and
// `/graphql?query=…` with the text of a query.
const list = '/graphql/operations';

/**
 * Reads the operation and its variables from the address; empty without one.
 *
 * @param pageSize the maximum page size: stored operations may exceed it, but not in the playground
 */
export function namedOperation(search, { documents, pageSize }) {
  const asked = new URLSearchParams(search);
  const name = asked.get('operation');
  const query = asked.get('query');
  if (name === null && query === null) return {};
  if (name === null) return { initialQuery: query, initialVariables: readable(asked.get('variables') ?? '').text };
  if (!Object.hasOwn(documents, name)) {
    return {
      initialQuery: `# No stored operation is called ${JSON.stringify(name)}: see ${list}\n`,
      initialVariables: '',
    };
  }
  const { text, cut } = readable(asked.get('variables') ?? '', pageSize);
  const note =
    cut === undefined ? '' : `# The address asks for ${cut} records at once; here, ${pageSize} is the most.\n`;
  return { initialQuery: note + documents[name], initialVariables: text };
}

/** Formats variables; leaves invalid JSON unchanged, which the editor marks. */
function readable(text, pageSize) {
  try {
    const variables = JSON.parse(text);
    const cut = variables?.limit > pageSize ? variables.limit : undefined;
    return { text: JSON.stringify(cut === undefined ? variables : { ...variables, limit: pageSize }, null, 2), cut };
  } catch {
    return { text };
  }
}
