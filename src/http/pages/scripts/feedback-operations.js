// The texts of stored operations, which every service trusts (`TRUSTED_DOCUMENTS`).

export const SPEAKING_PAGE = `query SpeakingPage($after: String) {
  viewer {
    fullName
    speaking {
      ratings {
        ...RatingsOfPage
      }
      talks(first: 20, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          title
          stub
          startDate
          commentCount
          event {
            name
          }
          ratings {
            ...RatingsOfPage
          }
          viewerShares {
            id
            createdAt
            expiresAt
          }
        }
      }
    }
  }
}

fragment RatingsOfPage on Ratings {
  average
  count
  fairLow
  distribution {
    rating
    count
  }
}`;

export const SHARE_FEEDBACK = `mutation ShareFeedback($input: ShareFeedbackInput!) {
  shareFeedback(input: $input) {
    url
    share {
      id
      createdAt
      expiresAt
    }
  }
}`;

export const REVOKE_SHARED_FEEDBACK = `mutation RevokeSharedFeedback($input: RevokeSharedFeedbackInput!) {
  revokeSharedFeedback(input: $input) {
    deletedNodeId
  }
}`;

export const EVENT_FEEDBACK_PAGE = `query EventFeedbackPage($slug: String!, $after: String) {
  viewer {
    fullName
  }
  eventBySlug(slug: $slug) {
    id
    name
    startDate
    endDate
    attendeeCount
    commentCount
    talkCommentCount
    viewerCanEdit
    feedback {
      ...PolicyOfPage
    }
    ratings {
      ...RatingsOfPage
    }
    feedbackSummary {
      respondentCount
      responseRate
      silentTalkCount
      talks(orderBy: BEST_RATED, first: 100, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          title
          stub
          commentCount
          speakers {
            name
          }
          ratings {
            average
            count
            fairLow
          }
        }
      }
    }
  }
}

fragment PolicyOfPage on FeedbackPolicy {
  names
  ratings
  revealAfterComments
  revealAfterHours
  opens
}

fragment RatingsOfPage on Ratings {
  average
  count
  fairLow
  distribution {
    rating
    count
  }
}`;

export const SET_FEEDBACK_POLICY = `mutation SetFeedbackPolicy($input: SetFeedbackPolicyInput!) {
  setFeedbackPolicy(input: $input) {
    event {
      feedback {
        ...PolicyOfPage
      }
    }
  }
}

fragment PolicyOfPage on FeedbackPolicy {
  names
  ratings
  revealAfterComments
  revealAfterHours
  opens
}`;
