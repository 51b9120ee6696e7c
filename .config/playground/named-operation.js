// `/graphql?operation=TalkRecord&variables={"id":"66"}` opens the playground with that stored operation filled in.
const list = '/graphql/operations';

/** What the address names: the text of a stored operation and its variables; nothing where it names none. */
export async function namedOperation(search) {
  const asked = new URLSearchParams(search);
  const name = asked.get('operation');
  if (name === null) return {};
  return { initialQuery: await documentOf(name), initialVariables: readable(asked.get('variables') ?? '') };
}

async function documentOf(name) {
  const response = await fetch(list);
  const documents = response.ok ? await response.json() : {};
  const why = response.ok ? `No stored operation is called ${JSON.stringify(name)}` : 'The list could not be read';
  return Object.hasOwn(documents, name) ? documents[name] : `# ${why}: see ${list}\n`;
}

/** Variables as somebody would write them; what is no JSON stays as it is, and the editor marks it. */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
