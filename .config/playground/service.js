// What the server embeds in the playground's page.
const readJson = async (address) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
  return response.json();
};

/**
 * `documents`: the text of every stored operation by its name. `patterns`: the route of each, such as `GET
 * /v2.1/talks/:talkId`. `pageSize`: the maximum number of records of a list. `demo`: a public demo login, or null.
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
