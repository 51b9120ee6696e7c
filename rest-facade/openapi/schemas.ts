import type { Graph } from './graph.js';
import { named, objectOf, type JsonSchema } from './json-schema.js';
import { objectOfMembers, only, own, type Members } from './member.js';
import { metas } from './operation.js';
import { claim, eventComment, report, talkComment } from './records/comment.js';
import { event, host, image } from './records/event.js';
import { speaker, talk, talkLink, talkType, track, trackOfTalk } from './records/talk.js';
import { application, language, token, user } from './records/user.js';
import { errorSchemas } from './responses.js';

/** Records of v2.1 by component name. */
const records: Readonly<Record<string, Members>> = {
  Event: event,
  Host: host,
  Image: image,
  Talk: talk,
  TalkLink: talkLink,
  Speaker: speaker,
  TrackOfTalk: trackOfTalk,
  Track: track,
  EventComment: eventComment,
  TalkComment: talkComment,
  Report: report,
  Claim: claim,
  User: user,
  Token: token,
  Application: application,
  Language: language,
  TalkType: talkType,
};

const images = objectOf(
  {
    orig: { ...named('Image'), description: 'The uploaded image.' },
    small: { ...named('Image'), description: 'The thumbnail.' },
  },
  ['orig', 'small'],
  'Images by kind.',
);

const meta = only('for authenticated users', own(named('Meta'), 'Metadata of the response.'));

/** All schemas that operations reference. */
export const schemasOf = (graph: Graph): Readonly<Record<string, JsonSchema>> => ({
  ...Object.fromEntries(Object.entries(records).map(([name, members]) => [name, objectOfMembers(members, graph)])),
  Images: images,
  TalkLinkAnswer: objectOfMembers({ ...talkLink, meta }, graph),
  ...metas,
  ...errorSchemas,
});
