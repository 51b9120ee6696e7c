// What the playground knows of its service before anything is asked of the graph.
const readJson = async (address) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
  return response.json();
};

/**
 * `documents`: the text of every stored operation by its name. `patterns`: what each answers, such as
 * `GET /v2.1/talks/:talkId`. `pageSize`: the most records of a list. `demo`: a login that everybody knows, or null.
 */
async function readService() {
  const [documents, about] = await Promise.all([
    readJson('/graphql/operations'),
    readJson('/graphql/assets/about.json'),
  ]);
  return { documents, ...about };
}

export const service = await readService().catch((error) => {
  document.querySelector('.loading').textContent = `The playground cannot be opened now: ${error.message}.`;
  throw error;
});
