import {
  Environment,
  Network,
  RecordSource,
  Store,
  type FetchFunction,
  type GraphQLResponse,
  type UploadableMap,
} from 'relay-runtime';
import { fetchAsUser, service } from '../common/session';

/** The errors of an operation, which Relay would reduce to their messages. */
export class ServiceFailure extends Error {
  constructor(readonly errors: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[]) {
    super(errors[0]?.message);
  }
}

/** The GraphQL multipart request of an upload. The name of each file is the path of its variable. */
function formOf(query: string | null | undefined, variables: object, files: UploadableMap): FormData {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables }));
  form.set('map', JSON.stringify(Object.fromEntries(Object.keys(files).map((path) => [path, [path]]))));
  for (const [path, file] of Object.entries(files)) form.set(path, file);
  return form;
}

const fetchGraph: FetchFunction = async ({ text }, variables, _, uploadables) => {
  const response = await fetchAsUser(`${service}/graphql`, {
    method: 'POST',
    headers: { 'apollo-require-preflight': 'true', ...(!uploadables && { 'Content-Type': 'application/json' }) },
    body: uploadables ? formOf(text, variables, uploadables) : JSON.stringify({ query: text, variables }),
  });
  const answer = (await response.json()) as GraphQLResponse & { errors?: ServiceFailure['errors'] };
  if (answer.errors) throw new ServiceFailure(answer.errors);
  return answer;
};

interface Identified {
  readonly nodeId?: string;
  readonly id?: string;
}

export const environment = new Environment({
  network: Network.create(fetchGraph),
  store: new Store(new RecordSource()),
  // `id` is unique only within its type: by default Relay would confuse event 1 and talk 1.
  getDataID: ({ nodeId, id }: Identified, typeName: string) =>
    nodeId ?? (id === undefined ? null : `${typeName}:${id}`),
});
