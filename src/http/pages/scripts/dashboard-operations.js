// The texts of stored operations, which every service trusts (`TRUSTED_DOCUMENTS`).

export const DASHBOARD = `query Dashboard($eventId: ID!, $claimId: ID!, $reportId: ID!) {
  viewer {
    fullName
    isAdmin
  }
  tasks {
    events(first: 50) {
      pageInfo {
        hasNextPage
      }
      nodes {
        ...EventTask
      }
    }
    claims(first: 50) {
      pageInfo {
        hasNextPage
      }
      nodes {
        ...ClaimTask
      }
    }
    reports(first: 50) {
      pageInfo {
        hasNextPage
      }
      nodes {
        ...ReportTask
      }
    }
    submissions(first: 20) {
      nodes {
        id
        name
        startDate
        endDate
        status
        withdrawnDate
        rejectionReason
      }
    }
  }
  event(id: $eventId) {
    ...EventTask
  }
  speakerClaim(id: $claimId) {
    ...ClaimTask
  }
  commentReport(id: $reportId) {
    ...ReportTask
  }
}

fragment EventTask on Event {
  id
  name
  description
  location
  startDate
  endDate
  websiteUrl
  contactName
  status
  withdrawnDate
  rejectionReason
  hosts {
    username
    fullName
  }
}

fragment ClaimTask on SpeakerClaim {
  id
  displayName
  createdAt
  user {
    username
    fullName
  }
  talk {
    id
    title
    startDate
    stub
    event {
      name
    }
  }
}

fragment ReportTask on CommentReport {
  id
  decision
  reportedAt
  decidedBy {
    fullName
  }
  reporter {
    fullName
  }
  comment {
    id
    text
    user {
      fullName
    }
    ... on EventComment {
      event {
        name
      }
    }
    ... on TalkComment {
      talk {
        title
        event {
          name
        }
      }
    }
  }
}`;

export const APPROVE_EVENT = `mutation ApproveEvent($input: ApproveEventInput!) {
  approveEvent(input: $input) {
    event {
      id
    }
  }
}`;

export const REJECT_EVENT = `mutation RejectEvent($input: RejectEventInput!) {
  rejectEvent(input: $input) {
    event {
      id
    }
  }
}`;

export const CLAIM_SPEAKER = `mutation ClaimSpeaker($input: ClaimSpeakerInput!) {
  claimSpeaker(input: $input) {
    isLinked
  }
}`;

export const REJECT_SPEAKER_CLAIM = `mutation RejectSpeakerClaim($input: RejectSpeakerClaimInput!) {
  rejectSpeakerClaim(input: $input) {
    talk {
      id
    }
  }
}`;

export const DECIDE_EVENT_COMMENT_REPORT = `mutation DecideEventCommentReport($input: DecideEventCommentReportInput!) {
  decideEventCommentReport(input: $input) {
    eventComment {
      eventId
    }
  }
}`;

export const DECIDE_TALK_COMMENT_REPORT = `mutation DecideTalkCommentReport($input: DecideTalkCommentReportInput!) {
  decideTalkCommentReport(input: $input) {
    talkComment {
      talkId
    }
  }
}`;
