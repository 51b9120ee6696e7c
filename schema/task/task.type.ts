import { criteriaOf } from '../../src/core/event/event-criteria.js';
import {
  assignmentConnection,
  claimsToDecideConnection,
  emptyConnection,
  eventConnection,
  reportsToDecideConnection,
  submissionConnection,
} from '../../src/core/reads/connection.js';
import { listsAllDecisions } from '../../src/core/rules.js';
import { nullable } from '../fields.js';
import { objectType } from '../object-type.js';
import { pagedQuery, pageRequest } from '../paging.js';
import { lookup, queries, query } from '../root-fields.js';

const AS_HOST = 'Of events that the viewer hosts; of all events for site administrators.';

objectType('Tasks', 'The decisions that await the viewer, and the submissions of the viewer that await others.', {
  events: pagedQuery(
    'Event',
    'Submissions pending approval, earliest start first. Empty unless the viewer is a site administrator.',
    {},
    ({ viewer, reads, maxPageSize }, args) => {
      const request = pageRequest(args, maxPageSize);
      if (!viewer || !listsAllDecisions(viewer)) return emptyConnection;
      return eventConnection(
        reads,
        criteriaOf({ filter: 'PENDING' }, viewer, reads.scope.now),
        request,
        'as requested',
      );
    },
  ),
  claims: pagedQuery(
    'SpeakerClaim',
    `Speaker claims by active accounts that a host has yet to confirm, oldest first. ${AS_HOST}`,
    {},
    ({ reads, maxPageSize }, args) => claimsToDecideConnection(reads, pageRequest(args, maxPageSize)),
  ),
  assignments: pagedQuery(
    'SpeakerClaim',
    'Talks that hosts have assigned to the viewer, who has yet to confirm with `claimSpeaker` or to decline with `rejectSpeakerClaim`, oldest first.',
    {},
    ({ reads, maxPageSize }, args) => assignmentConnection(reads, pageRequest(args, maxPageSize)),
  ),
  reports: pagedQuery(
    'CommentReport',
    `Undecided reports, oldest first; of several reports of a comment, only the oldest. ${AS_HOST}`,
    {},
    ({ reads, maxPageSize }, args) => reportsToDecideConnection(reads, pageRequest(args, maxPageSize)),
  ),
  submissions: pagedQuery(
    'Event',
    'Events that the viewer hosts and that are pending approval or rejected, latest submission first.',
    {},
    ({ reads, maxPageSize }, args) => submissionConnection(reads, pageRequest(args, maxPageSize)),
  ),
});

const HIDDEN = 'or the viewer is neither a host of its event nor a site administrator.';

export const taskQueries = queries({
  tasks: query(
    nullable.record('Tasks', 'The pending tasks of the viewer; null if the request is anonymous.'),
    {},
    ({ viewer }) => viewer && {},
  ),
  speakerClaim: lookup(
    'SpeakerClaim',
    'claimForHost',
    `Look up a speaker claim that a host has yet to confirm, by ID. Returns null if it is no longer pending, ${HIDDEN}`,
  ),
  commentReport: lookup(
    'CommentReport',
    'reportForHost',
    `Look up a report of a comment by ID. Returns null if it does not exist, ${HIDDEN}`,
  ),
});
