import { allChangeKinds, changeKinds, type ChangeKind } from '../../src/core/change-kinds.js';
import { membershipOf, visibleEvent, visibleTalk } from '../../src/core/common/visible-records.js';
import type { Context } from '../../src/core/context.js';
import type { LoggedChange } from '../../src/core/reads/change-log.js';
import type { TalkRecord } from '../../src/core/reads/records.js';
import { isHost, permit } from '../../src/core/rules.js';
import { changeCursor } from '../change/change.type.js';
import { field, nullable } from '../fields.js';
import { computed, objectType } from '../object-type.js';
import { query } from '../root-fields.js';
import { changesOf, MAX_CHANGES, type Run } from './changes-since.js';

/** Reads a record again: the state of a message must not precede its position. */
function current<Row>(
  context: Context,
  load: (context: Context, id: string) => Promise<Row>,
  id: string,
): Promise<Row> {
  context.reads.clear();
  return load(context, id);
}

/** The cost of a full message, which clients receive when they resume. */
function costOfChanges({ childComplexity }: { readonly childComplexity: number }): number {
  return MAX_CHANGES * (1 + childComplexity);
}

const messageFields = {
  cursor: computed(
    field.string('Position of the message. To resume after it, subscribe again with this as `after`.'),
    ({ page }: Run, context) => changeCursor(page.end, context),
  ),
  isIncomplete: field.boolean(
    'Whether changes between the previous message and this one are missing, because there were too many or the cursor has expired. The records are current in any case.',
  ),
};
const changes = computed(
  field.records(
    'Change',
    `Changes since the previous message that the viewer may see, oldest first, at most ${MAX_CHANGES}; empty in the first message unless it resumes.`,
  ),
  ({ page }: Run, { subscription }) => {
    if (page.changes.length > 0) subscription?.listChanges();
    return page.changes;
  },
);

objectType('EventMessage', 'A message of `eventChanged` or `moderationQueue`.', {
  ...messageFields,
  changes: { ...changes, complexity: costOfChanges },
  event: field.record('Event', 'The event in its current state.'),
});

type TalkRun = Run & { readonly talk: TalkRecord };
const REMOVING = new Set<ChangeKind>(['talk_comment.deleted', 'talk_comment.hidden']);

/** IDs of comments, each once, in the order of their last change. */
const commentIds = ({ page }: Run, isWanted: (change: LoggedChange) => boolean): string[] => {
  const last = new Map<string, LoggedChange>();
  for (const change of page.changes) {
    last.delete(change.recordId);
    last.set(change.recordId, change);
  }
  return [...last.values()].filter(isWanted).map(({ recordId }) => recordId);
};

objectType('TalkFeedbackMessage', 'A message of `talkFeedback`.', {
  ...messageFields,
  talk: field.record('Talk', 'The talk in its current state.'),
  ratings: computed(
    field.record('Ratings', 'The ratings of the talk, as the viewer may see them.'),
    ({ talk }: TalkRun) => talk.ratings,
  ),
  commentCount: computed(field.int('Number of public comments on the talk.'), ({ talk }: TalkRun) => talk.commentCount),
  comments: {
    ...computed(
      field.records(
        'TalkComment',
        'Comments that were added, edited or shown again since the previous message, as the viewer may see them; empty in the first message unless it resumes.',
      ),
      async (run: TalkRun, { reads, subscription }) => {
        const ids = commentIds(run, ({ kind }) => !REMOVING.has(kind));
        const comments = await Promise.all(ids.map((id) => reads.load('talkComment', id)));
        const visible = comments.filter((comment) => comment !== null);
        if (visible.length > 0) subscription?.listChanges();
        return visible;
      },
    ),
    complexity: costOfChanges,
  },
  removedCommentIds: computed(
    field.ids('IDs of comments that were hidden, withdrawn or deleted since the previous message.'),
    (run: TalkRun) => commentIds(run, ({ kind }) => REMOVING.has(kind)),
  ),
});

const after = nullable.string(
  'Resume after this `cursor`: the first message then contains the changes since. If omitted or null, it contains the current state only.',
);
const FORM =
  'The first message is the current state; further ones follow within a second of a change. Requires `Accept: text/event-stream` (GraphQL over SSE).';
/** Excludes the kinds for hosts, which would replace the removal of a comment as its last change. */
const talkCommentKinds = allChangeKinds.filter(
  (kind) => kind.startsWith('talk_comment.') && changeKinds[kind].audience === 'everybody',
);

const moderationKinds = allChangeKinds.filter((kind) => /^claim\.|^event\.|_comment\./.test(kind));

const rows = {
  eventChanged: query(
    field.record(
      'EventMessage',
      `Follow changes of an event, its talks and their comments that the viewer may see. ${FORM} Errors: NOT_FOUND, NOT_SUPPORTED.`,
    ),
    { eventId: field.id('ID of the event.'), after },
    async (context, { eventId, after: given }) => {
      const event = await visibleEvent(context, eventId);
      const run = await changesOf(context, { eventId: event.id, kinds: null }, given);
      context.subscription?.declare(`event ${event.id}`, run.page.end, changeCursor(run.page.end, context));
      return { ...run, event: await current(context, visibleEvent, event.id) };
    },
  ),
  talkFeedback: query(
    field.record(
      'TalkFeedbackMessage',
      `Follow the ratings of a talk and the comments on it. ${FORM} Errors: NOT_FOUND, NOT_SUPPORTED.`,
    ),
    { talkId: field.id('ID of the talk.'), after },
    async (context, { talkId, after: given }) => {
      const talk = await visibleTalk(context, talkId);
      const followed = { eventId: talk.eventId, talkId: talk.id, kinds: talkCommentKinds };
      const run = await changesOf(context, followed, given);
      context.subscription?.declare(`talk ${talk.id}`, run.page.end, changeCursor(run.page.end, context));
      return { ...run, talk: await current(context, visibleTalk, talk.id) };
    },
  ),
  moderationQueue: query(
    field.record(
      'EventMessage',
      `Follow reports, speaker claims and comments of an event, and the event itself, for its hosts and site administrators. Select what awaits a decision in \`event\`. ${FORM} Errors: NOT_FOUND, FORBIDDEN, NOT_SUPPORTED.`,
    ),
    { eventId: field.id('ID of the event.'), after },
    async (context, { eventId, after: given }) => {
      const event = await visibleEvent(context, eventId);
      const { hosts } = await membershipOf(context, event.id);
      permit(isHost(context.viewer, hosts), 'REPORTS_ARE_FOR_HOSTS');
      const run = await changesOf(context, { eventId: event.id, kinds: moderationKinds }, given);
      context.subscription?.declare(`event ${event.id}`, run.page.end, changeCursor(run.page.end, context));
      return { ...run, event: await current(context, visibleEvent, event.id) };
    },
  ),
};

/** The root type. type-graphql's own subscriptions require a publisher, which the event log replaces. */
export const subscriptionType = objectType(
  'Subscription',
  'The subscription root of the schema: GraphQL over SSE.',
  rows,
);
