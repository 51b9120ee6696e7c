import { dataOf, headersOf, type Graph } from './graph.js';
import { SetEventImageDocument, type SetEventImageMutation } from './operations.generated.js';

/** @param image PNG, JPEG or GIF, such as `input.files[0]` */
export async function setEventImage(graph: Graph, eventId: string, image: Blob): Promise<SetEventImageMutation> {
  const form = new FormData();
  const variables = { input: { eventId, image: null } };
  form.set('operations', JSON.stringify({ query: SetEventImageDocument.toString(), variables }));
  form.set('map', JSON.stringify({ file: ['variables.input.image'] }));
  form.set('file', image);
  const headers = { ...headersOf(graph), 'apollo-require-preflight': 'yes' };
  return dataOf(await fetch(`${graph.base}/graphql`, { method: 'POST', headers, body: form }));
}
