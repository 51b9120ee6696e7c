import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../src/core/context.js';
import { visibleEvent, visibleTalk, visibleUser } from '../../src/core/common/visible-records.js';
import { requireViewer } from '../../src/core/rules.js';
import { starTalk, unstarTalk } from '../../src/core/talk/stars.js';
import { addTalk, deleteTalk, replaceTalk, updateTalk } from '../../src/core/talk/talks.js';
import { field, nullable, optional } from '../fields.js';
import { deletedNode, mutation, mutations, nodeIdOfDeleted } from '../root-fields.js';
import { selectsOnlyId } from '../selection.js';
import { SessionType } from './talk.type.js';

const LISTED =
  ' Speakers not listed are removed; one with an account stays while the printed name or that of the account is listed, in any case and Unicode normal form. Unchanged if omitted.';

/** What optional fields mean when a talk is added, and when it is replaced. */
const whenOmitted = {
  adding: {
    type: '`TALK` if omitted or null',
    language: '`English - UK` if omitted or null',
    speakers: ' None if omitted.',
    duration: '0 if omitted or null',
    room: 'none if omitted, null or empty',
    slides: 'None if omitted or null.',
  },
  replacing: {
    type: '`TALK` if omitted or null',
    language: '`English - UK` if omitted or null',
    speakers: LISTED,
    duration: 'unchanged if omitted, 0 if null',
    room: 'unchanged if omitted, none if null or empty',
    slides: 'Unchanged if omitted; null or empty removes it.',
  },
  updating: {
    type: 'unchanged if omitted, `TALK` if null',
    language: 'unchanged if omitted, `English - UK` if null',
    speakers: LISTED,
    duration: 'unchanged if omitted, 0 if null',
    room: 'unchanged if omitted, none if null or empty',
    slides: 'Unchanged if omitted; null or empty removes it.',
  },
};

const talkFields = ({ type, language, speakers, duration, room, slides }: (typeof whenOmitted)['adding']) => ({
  title: field.string('The title of the talk: 1 to 255 characters.'),
  description: field.string('The abstract of the talk.'),
  startDate: field.tolerantDateTime(
    'Start of the talk: not before the start of the event, and less than 24 hours after its end, unless it stays the same.',
  ),
  type: nullable.of(() => SessionType, `Session type; ${type}.`),
  language: nullable.string(`Name of a language as in \`languages\`, case-insensitive; ${language}.`),
  speakers: nullable.strings(`Complete list of speaker names, one per speaker, at most 100.${speakers}`),
  durationMinutes: nullable.int(`Duration in minutes, 0 to 44640; ${duration}.`),
  room: nullable.string(`Room of the talk, at most 200 characters; ${room}.`),
  slidesUrl: nullable.string(
    `URL of the slides, \`http\` or \`https\`; \`http://\` is prepended if it begins with \`www.\`. ${slides}`,
  ),
});

const talkWithStars = field.record('Talk', 'The talk, with its updated star count.');

const starred = async (context: Context, info: GraphQLResolveInfo, id: string) => ({
  talk: selectsOnlyId(info, 'talk') ? { id } : await visibleTalk(context, id),
});

export const talkMutations = mutations({
  addTalk: mutation({
    scopes: ['host'],
    description:
      'Adds a talk to an event. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { ...talkFields(whenOmitted.adding), eventId: field.id('ID of the event.') },
    payload: {
      talk: field.record('Talk', 'The new talk.'),
      viewer: field.record('User', 'The viewer, who added the talk.'),
    },
    run: async (context, input) => {
      const talk = await visibleTalk(context, await addTalk(context, input));
      return { talk, viewer: await visibleUser(context, requireViewer(context.viewer).id) };
    },
  }),

  replaceTalk: mutation({
    scopes: ['speak', 'host'],
    description:
      'Replaces the fields of a talk. Requires a host of the event or a speaker of the talk. If `Event.feedback.revealAfterHours` is set and the talk has comments, only hosts can change its start and duration. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { ...talkFields(whenOmitted.replacing), talkId: field.id('ID of the talk to replace.') },
    payload: { talk: field.record('Talk', 'The updated talk.') },
    run: async (context, input) => ({ talk: await visibleTalk(context, await replaceTalk(context, input)) }),
  }),

  updateTalk: mutation({
    scopes: ['speak', 'host'],
    description:
      'Changes the given fields of a talk; the others are neither validated nor written. Requires a host of the event or a speaker of the talk. If `Event.feedback.revealAfterHours` is set and the talk has comments, only hosts can change its start and duration. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { ...optional(talkFields(whenOmitted.updating)), talkId: field.id('ID of the talk to change.') },
    payload: { talk: field.record('Talk', 'The updated talk.') },
    run: async (context, input) => ({ talk: await visibleTalk(context, await updateTalk(context, input)) }),
  }),

  deleteTalk: mutation({
    scopes: ['host'],
    description:
      'Deletes a talk with its comments and all other dependent records. Requires a host of the event. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    input: { talkId: field.id('ID of the talk to delete.') },
    payload: {
      deletedNodeId: deletedNode('talk'),
      event: field.record('Event', 'The event to which the talk belonged.'),
    },
    run: async (context, { talkId }) => ({
      event: await visibleEvent(context, await deleteTalk(context, talkId)),
      deletedNodeId: nodeIdOfDeleted('Talk', talkId),
    }),
  }),

  starTalk: mutation({
    scopes: ['feedback'],
    description: 'Stars a talk for the viewer. Idempotent. Errors: UNAUTHENTICATED, NOT_FOUND.',
    input: { talkId: field.id('ID of the talk to star.') },
    payload: { talk: talkWithStars },
    run: async (context, { talkId }, info) => starred(context, info, await starTalk(context, talkId)),
  }),

  unstarTalk: mutation({
    scopes: ['feedback'],
    description: 'Removes the star of the viewer from a talk. Idempotent. Errors: UNAUTHENTICATED, NOT_FOUND.',
    input: { talkId: field.id('ID of the talk to unstar.') },
    payload: { talk: talkWithStars },
    run: async (context, { talkId }, info) => starred(context, info, await unstarTalk(context, talkId)),
  }),
});
