import { graphql } from 'relay-runtime';

/** A query whose fragments share a fragment, one of them on a condition. */
export const conditional = graphql`
  query conditionsQuery($isWide: Boolean!) {
    events(filter: UPCOMING, first: 2) {
      nodes {
        id
        ...conditions_wide @alias(as: "wide") @include(if: $isWide)
        ...conditions_line @alias(as: "line")
        ...conditions_narrow @alias(as: "narrow") @skip(if: $isWide)
      }
    }
  }
`;

const name = graphql`
  fragment conditions_name on Event {
    name
    timeZone
  }
`;

const wide = graphql`
  fragment conditions_wide on Event {
    ...conditions_name @alias(as: "name")
    description
  }
`;

const line = graphql`
  fragment conditions_line on Event {
    ...conditions_name @alias(as: "name")
  }
`;

const narrow = graphql`
  fragment conditions_narrow on Event {
    slug
  }
`;

/** The fragments by the names of their spreads. */
export const fragments = new Map(Object.entries({ name, wide, line, narrow }));
