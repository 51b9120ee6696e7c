import { graphql } from 'react-relay';

export const upcomingEventsQuery = graphql`
  query operationsUpcomingEventsQuery {
    ...operationsUpcomingEvents
  }
`;

/** `filters` are the key arguments of the list: other filters select other lists. */
export const upcomingEvents = graphql`
  fragment operationsUpcomingEvents on Query
  @refetchable(queryName: "operationsUpcomingEventsPageQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 5 }, after: { type: "String" }) {
    events(filter: UPCOMING, first: $first, after: $after) @connection(key: "operations_events", filters: ["filter"]) {
      edges {
        node {
          id
          name
          location
          startDate
        }
      }
    }
  }
`;

export const eventPageQuery = graphql`
  query operationsEventPageQuery($id: ID!) {
    event(id: $id) {
      id
      name
      description
      viewerCanEdit
      images {
        kind
        url
      }
      talks(first: 100, orderBy: START_TIME) {
        edges {
          node {
            id
            title
            startDate
            starCount
            viewerHasStarred
            speakers {
              name
            }
          }
        }
      }
    }
  }
`;

export const talkPageQuery = graphql`
  query operationsTalkPageQuery($id: ID!) {
    talk(id: $id) {
      id
      title
      startDate
      starCount
      viewerHasStarred
      speakers {
        name
      }
      description
      event {
        id
        name
      }
      comments(last: 20) {
        edges {
          node {
            id
            text
            rating
            user {
              fullName
            }
          }
        }
      }
    }
  }
`;

export const starMutation = graphql`
  mutation operationsStarMutation($input: StarTalkInput!) {
    starTalk(input: $input) {
      talk {
        starCount
        viewerHasStarred
      }
    }
  }
`;

export const unstarMutation = graphql`
  mutation operationsUnstarMutation($input: UnstarTalkInput!) {
    unstarTalk(input: $input) {
      talk {
        starCount
        viewerHasStarred
      }
    }
  }
`;

export const commentMutation = graphql`
  mutation operationsCommentMutation($input: CommentOnTalkInput!) {
    commentOnTalk(input: $input) {
      talkComment {
        id
      }
    }
  }
`;

export const setImageMutation = graphql`
  mutation operationsSetImageMutation($input: SetEventImageInput!) {
    setEventImage(input: $input) {
      event {
        images {
          kind
          url
        }
      }
    }
  }
`;
