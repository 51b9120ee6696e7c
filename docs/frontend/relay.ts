import {
  Environment,
  graphql,
  Network,
  RecordSource,
  Store,
  type FetchFunction,
  type GraphQLResponse,
} from 'relay-runtime';

interface Identified {
  readonly nodeId?: string;
  readonly id?: string;
}

/** @param token called for each request; undefined for visitors */
export function createRelayEnvironment(base: string, token: () => string | undefined): Environment {
  const fetchGraph: FetchFunction = async ({ text }, variables) => {
    const current = token();
    const authorization = current === undefined ? {} : { authorization: `Bearer ${current}` };
    const response = await fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    });
    return (await response.json()) as GraphQLResponse;
  };
  return new Environment({
    network: Network.create(fetchGraph),
    store: new Store(new RecordSource()),
    // `id` is unique only within its type: by default Relay would confuse event 1 and talk 1.
    getDataID: ({ nodeId, id }: Identified, typeName: string) =>
      nodeId ?? (id === undefined ? null : `${typeName}:${id}`),
  });
}

/** `filters` of `@connection` are the key arguments of the list. */
export const upcomingEvents = graphql`
  query relayUpcomingEventsQuery($first: Int!, $after: String) {
    events(filter: UPCOMING, first: $first, after: $after) @connection(key: "relay_events", filters: ["filter"]) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`;

export const talkLine = graphql`
  query relayTalkLineQuery($id: ID!) {
    talk(id: $id) {
      id
      title
      description
      starCount
      viewerHasStarred
      event {
        id
        name
        description
      }
    }
  }
`;

export const starTalk = graphql`
  mutation relayStarTalkMutation($input: StarTalkInput!) {
    starTalk(input: $input) {
      talk {
        id
        starCount
        viewerHasStarred
      }
    }
  }
`;

export const commentOnTalk = graphql`
  mutation relayCommentOnTalkMutation($input: CommentOnTalkInput!) {
    commentOnTalk(input: $input) {
      talkComment {
        id
        text
      }
    }
  }
`;

/** Records of any types by their `nodeId`. */
export const records = graphql`
  query relayRecordsQuery($ids: [ID!]!) {
    nodes(nodeIds: $ids) {
      __typename
      ... on Event {
        id
        name
      }
      ... on Talk {
        id
        title
      }
      ... on Track {
        id
        name
      }
    }
  }
`;
