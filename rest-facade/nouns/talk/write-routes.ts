import * as operations from '../../operations/documents.generated.js';
import { changed, created, createdRecordResponse, gone, replying, empty } from '../../table/replies.js';
import { route } from '../../table/route.js';
import { recordOf } from '../../wire/envelope.js';
import { talkBody, talkTrackBody } from './body.js';
import { talkRecord } from './record.js';

const CREATE = 'You must be logged in to create data';
const REMOVE = 'You must be logged in to remove data';

const { fieldNames } = talkBody;
const sentences = {
  'FIELD_REQUIRED.title': 'The talk title field is required',
  'FIELD_REQUIRED.description': 'The talk description field is required',
  'FIELD_REQUIRED.startDate': 'Please give the date and time of the talk',
  'NUMBER_OUT_OF_RANGE.durationMinutes': "'{field}' must be a whole number of minutes, at most 44640",
  LANGUAGE_UNKNOWN: "The language '{given}' is unknown",
};
/** v2.1 reports a missing event for an unknown track. */
const trackSentences = { 'FIELD_REQUIRED.trackId': 'Invalid track_uri', TRACK_UNKNOWN: 'Associated event not found' };

/** Spec §4.5, contract §3.4. */
export const talkWriteRoutes = [
  route('POST /v2.1/events/:eventId/talks', operations.AddTalkDocument, {
    summary: 'Add a talk',
    body: talkBody.membersOf('AddTalkInput'),
    variables: (request) => ({ input: { eventId: request.params.eventId, ...talkBody(request) }, verbose: false }),
    reply: replying(
      [createdRecordResponse('talks', 'Talk', 'The talk.')],
      ({ addTalk: { talk, viewer } }, request) => ({
        ...empty(201, request.links.talk(talk.id)),
        body: recordOf('talks', talk, talkRecord, '', { ...request, verbose: false }, { viewer }).body,
      }),
    ),
    login: CREATE,
    sentences: { ...sentences, HOSTS_ONLY: 'You do not have permission to add talks to this event' },
    firstProblemOnly: true,
    fieldNames,
  }),
  route('PUT /v2.1/talks/:talkId', operations.ReplaceTalkDocument, {
    summary: 'Replace a talk',
    body: talkBody.membersOf('ReplaceTalkInput'),
    variables: (request) => ({ input: { talkId: request.params.talkId, ...talkBody(request) } }),
    reply: changed('The talk.', (data, { links }) => links.talk(data.replaceTalk.talk.id)),
    login: 'You must be logged in to update data',
    sentences: { ...sentences, HOSTS_AND_SPEAKERS_ONLY: 'You do not have permission to update this talk' },
    firstProblemOnly: true,
    fieldNames,
  }),
  route('DELETE /v2.1/talks/:talkId', operations.DeleteTalkDocument, {
    summary: 'Delete a talk',
    variables: ({ params }) => ({ input: { talkId: params.talkId } }),
    reply: gone,
    login: REMOVE,
    sentences: { HOSTS_ONLY: 'You do not have permission to do that' },
  }),
  route('POST /v2.1/talks/:talkId/tracks', operations.AddTalkToTrackDocument, {
    summary: 'Add a talk to a track',
    body: talkTrackBody.membersOf('AddTalkToTrackInput'),
    variables: (request) => ({ input: { talkId: request.params.talkId, ...talkTrackBody(request) } }),
    reply: created('The talk.', (data, { links }) => links.talk(data.addTalkToTrack.talk.id)),
    login: CREATE,
    sentences: {
      ...trackSentences,
      HOSTS_AND_SPEAKERS_ONLY: 'You do not have permission to add this talk to a track',
    },
    fieldNames: talkTrackBody.fieldNames,
  }),
  route('DELETE /v2.1/talks/:talkId/tracks/:trackId', operations.RemoveTalkFromTrackDocument, {
    summary: 'Remove a talk from a track',
    variables: ({ params }) => ({ input: { talkId: params.talkId, trackId: params.trackId } }),
    reply: changed('The talk.', (data, { links }) => links.talk(data.removeTalkFromTrack.talk.id)),
    login: REMOVE,
    sentences: {
      ...trackSentences,
      HOSTS_AND_SPEAKERS_ONLY: 'You do not have permission to remove this talk from this track',
    },
  }),
];
