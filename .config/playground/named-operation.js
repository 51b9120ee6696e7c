// `/graphql?operation=TalkRecord&variables={"id":"66"}` opens the playground with that stored operation filled in, and
// `/graphql?query=…` with the text of a query.
const list = '/graphql/operations';

/**
 * What the address names: the text of an operation and its variables; nothing where it names none.
 *
 * @param pageSize the most records that an operation may ask for in one list: stored ones may have more, but not here
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

/** Variables as somebody would write them; what is no JSON stays as it is, and the editor marks it. */
function readable(text, pageSize) {
  try {
    const variables = JSON.parse(text);
    const cut = variables?.limit > pageSize ? variables.limit : undefined;
    return { text: JSON.stringify(cut === undefined ? variables : { ...variables, limit: pageSize }, null, 2), cut };
  } catch {
    return { text };
  }
}
