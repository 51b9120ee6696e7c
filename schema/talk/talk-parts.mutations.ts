import type { Context } from '../../src/core/context.js';
import { visibleTalk, visibleTrack } from '../../src/core/common/visible-records.js';
import { claimSpeaker } from '../../src/core/talk/claim-speaker.js';
import {
  addTalkLink,
  deleteTalkLink,
  linkOf,
  replaceTalkLink,
  type TalkAndLink,
} from '../../src/core/talk/talk-links.js';
import { addTalkToTrack, removeTalkFromTrack, type TalkAndTrack } from '../../src/core/talk/talk-tracks.js';
import { rejectSpeakerClaim, unlinkSpeaker } from '../../src/core/talk/unclaim-speaker.js';
import { field } from '../fields.js';
import { changed, deletedNode, mutation, mutations, nodeIdOfDeleted } from '../root-fields.js';
import { TalkLinkKind } from './talk.type.js';

const TALK = 'ID of the talk.';

const NAME =
  'The speaker name as on the talk. Case and Unicode normal form matter only between names that differ in nothing else.';

const talk = field.record('Talk', 'The talk, with its updated speakers.');

export const speakerMutations = mutations({
  claimSpeaker: mutation({
    scopes: ['speak', 'host'],
    description:
      'Links a speaker name on a talk to an account once both sides agree: the speaker and a host of the event. The first call creates a claim and notifies the other side by mail; the other side confirms it with the same input. A claim by another account, or another assignment by a host, replaces an assignment that its account has not confirmed. Errors: UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, CONFLICT, FORBIDDEN.',
    input: {
      talkId: field.id(TALK),
      speakerName: field.string(NAME),
      username: field.string(
        'Username of the account to link: that of the viewer, or that of the speaker if a host assigns it.',
      ),
    },
    payload: {
      talk,
      isLinked: field.boolean(
        'Whether the speaker is now linked to the account; false if the other side has yet to confirm the claim.',
      ),
    },
    run: async (context, input) => {
      const { talkId, isLinked } = await claimSpeaker(context, input);
      return { talk: await context.reads.load('talk', talkId), isLinked };
    },
  }),

  rejectSpeakerClaim: mutation({
    scopes: ['speak', 'host'],
    description:
      'Rejects a pending speaker claim, withdraws an assignment of a host, or declines it. Requires a host of the event; an assignment can be declined by its account, which notifies the hosts by mail. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID, CONFLICT.',
    input: {
      talkId: field.id(TALK),
      speakerName: field.string(NAME),
      username: field.string('Username of the account in the claim.'),
    },
    payload: { talk },
    run: async (context, input) => changed(context, 'talk', await rejectSpeakerClaim(context, input)),
  }),

  unlinkSpeaker: mutation({
    scopes: ['speak', 'host'],
    description:
      'Unlinks an account from a talk; the speaker name remains. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    input: { talkId: field.id(TALK), userId: field.id('ID of the account to unlink.') },
    payload: { talk },
    run: async (context, input) => changed(context, 'talk', await unlinkSpeaker(context, input)),
  }),
});

const linkFields = {
  talkId: field.id('ID of the talk.'),
  kind: field.of(() => TalkLinkKind, 'Kind of the link target.'),
  url: field.string('The URL, `http` or `https`; at most 2000 characters.'),
};

const talkWithLinks = field.record('Talk', 'The talk, with its updated links.');

const link = field.record('TalkLink', 'The added or updated link.');

const linked = async (context: Context, which: TalkAndLink) => ({
  talk: await visibleTalk(context, which.talkId),
  link: await linkOf(context, which),
});

export const talkLinkMutations = mutations({
  addTalkLink: mutation({
    scopes: ['speak', 'host'],
    description:
      'Adds a link to a talk. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: linkFields,
    payload: { talk: talkWithLinks, link },
    run: async (context, input) => linked(context, await addTalkLink(context, input)),
  }),

  replaceTalkLink: mutation({
    scopes: ['speak', 'host'],
    description:
      'Replaces a link of a talk. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: { ...linkFields, linkId: field.id('ID of the link to replace.') },
    payload: { talk: talkWithLinks, link },
    run: async (context, input) => linked(context, await replaceTalkLink(context, input)),
  }),

  deleteTalkLink: mutation({
    scopes: ['speak', 'host'],
    description:
      'Removes a link of a talk. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    input: { talkId: field.id('ID of the talk.'), linkId: field.id('ID of the link to remove.') },
    payload: { deletedNodeId: deletedNode('link'), talk: talkWithLinks },
    run: async (context, input) => ({
      talk: await visibleTalk(context, await deleteTalkLink(context, input)),
      deletedNodeId: nodeIdOfDeleted('TalkLink', input.linkId),
    }),
  }),
});

const talkAndTrack = {
  talkId: field.id('ID of the talk.'),
  trackId: field.id('ID of the track; it must belong to the same event.'),
};

const talkWithTracks = {
  talk: field.record('Talk', 'The talk, with its updated tracks.'),
  track: field.record('Track', 'The track, with its updated talk count.'),
};

const both = async (context: Context, { talkId, trackId }: TalkAndTrack) => ({
  talk: await visibleTalk(context, talkId),
  track: await visibleTrack(context, trackId),
});

export const talkTracksMutations = mutations({
  addTalkToTrack: mutation({
    scopes: ['speak', 'host'],
    description:
      'Adds a talk to a track. Idempotent. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: talkAndTrack,
    payload: talkWithTracks,
    run: async (context, input) => both(context, await addTalkToTrack(context, input)),
  }),

  removeTalkFromTrack: mutation({
    scopes: ['speak', 'host'],
    description:
      'Removes a talk from a track. Idempotent. Requires a host of the event or a speaker of the talk. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID.',
    input: talkAndTrack,
    payload: talkWithTracks,
    run: async (context, input) => both(context, await removeTalkFromTrack(context, input)),
  }),
});
