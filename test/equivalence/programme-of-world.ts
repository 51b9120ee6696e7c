import { ATTENDEE, HOST, SPEAKER } from './accounts-of-world.js';
import type { Ledger } from './ledger.js';
import type { Tree } from './tree.js';

type Event = Tree['events'][number];
type Talk = Event['talks'][number];
type Report = Event['comments'][number]['reports'][number];

/** Events with all their records. */
export function addEvents(ledger: Ledger, events: Tree['events']): void {
  for (const event of events) {
    const event_id = addEvent(ledger, event);
    // Mostly the named viewers have their role.
    const withCast = (numbers: readonly number[], role: number) =>
      ledger.persons(event.cast ? [...numbers, role] : numbers);
    for (const user_id of withCast(event.hosts, HOST)) ledger.link('event_hosts', { event_id, user_id });
    for (const user_id of withCast(event.attendees, ATTENDEE)) ledger.link('event_attendees', { event_id, user_id });
    const tracks = event.tracks.map((track) => ledger.add('tracks', { event_id, ...track }));
    addEventComments(ledger, event_id, event.comments);
    for (const talk of event.talks) addTalk(ledger, event_id, tracks, talk, event.cast);
  }
}

function addEvent(ledger: Ledger, event: Event): number {
  const starts = ledger.seconds(event.start);
  const { name, description, location, icon, hashtag, latitude, longitude, status, tags, images } = event;
  return ledger.add('events', {
    ...{ name, description, location, icon, hashtag, latitude, longitude, status, tags, images },
    ...{ slug: `${event.slug}-${ledger.last}`, stub: event.stub && `${event.stub}-${ledger.last}` },
    ...{ starts_at: ledger.time({ at: starts }), ends_at: ledger.time({ at: starts + event.lasts }) },
    ...{ time_zone: event.zone, href: event.href, contact_name: event.contact, is_private: event.private },
    ...{ cfp_starts_at: ledger.time(event.cfpStart), cfp_ends_at: ledger.time(event.cfpEnd), cfp_url: event.cfpUrl },
    ...{ reviewed_at: ledger.time(event.reviewed), rejection_reason: event.reason },
  });
}

function addReports(ledger: Ledger, event_id: number, comment: object, reports: readonly Report[]): void {
  for (const { reporter, decision, by } of reports) {
    ledger.add('comment_reports', {
      ...{ event_id, event_comment_id: null, talk_comment_id: null, ...comment },
      ...{ reporter_id: ledger.personOrNobody(reporter), created_at: ledger.nowTime },
      ...{ decision, decided_at: decision && ledger.nowTime, decided_by_id: decision && ledger.personOrNobody(by) },
    });
  }
}

function addEventComments(ledger: Ledger, event_id: number, comments: Event['comments']): void {
  for (const { user, author, hidden, created, reports, ...said } of comments) {
    const event_comment_id = ledger.add('event_comments', {
      ...{ event_id, user_id: ledger.personOrNobody(user), author_name: author, is_hidden: hidden, ...said },
      created_at: ledger.time(created),
    });
    addReports(ledger, event_id, { event_comment_id }, reports);
  }
}

function addTalk(ledger: Ledger, event_id: number, tracks: readonly number[], talk: Talk, hasCast: boolean): void {
  const { title, description, duration } = talk;
  const talk_id = ledger.add('talks', {
    ...{ event_id, title, slug: `${talk.slug}-${ledger.last}`, description, talk_type_id: talk.type },
    ...{ language_id: talk.language, starts_at: ledger.time(talk.start), duration_minutes: duration },
    stub: ledger.last.toString(16),
  });
  const below = { event_id, talk_id };
  for (const track_id of tracks.filter((_, index) => talk.tracks.includes(index))) {
    ledger.link('talk_tracks', { ...below, track_id });
  }
  const one = { name: 'The speaker', user: SPEAKER, claim: null, claimant: 0 };
  addSpeakers(ledger, below, hasCast ? [one, ...talk.speakers] : talk.speakers);
  for (const link of talk.links) ledger.add('talk_links', { ...below, ...link });
  for (const user_id of ledger.persons(talk.stars)) ledger.link('talk_stars', { ...below, user_id });
  for (const { user, hidden, private: is_private, created, reports, ...said } of talk.comments) {
    const talk_comment_id = ledger.add('talk_comments', {
      ...{ ...below, user_id: ledger.personOrNobody(user), is_hidden: hidden, is_private, ...said },
      created_at: ledger.time(created),
    });
    addReports(ledger, event_id, { talk_comment_id }, reports);
  }
}

/** No duplicate talks of a speaker; only unlinked names can be claimed. */
function addSpeakers(ledger: Ledger, below: object, speakers: Talk['speakers']): void {
  const linked = new Set<number>();
  for (const { name, user, claim, claimant } of speakers) {
    const account = ledger.personOrNobody(user);
    const user_id = account !== null && linked.has(account) ? null : account;
    if (user_id !== null) linked.add(user_id);
    const speaker_id = ledger.add('talk_speakers', { ...below, display_name: name, user_id });
    if (user_id !== null || claim === null) continue;
    const sides = { claimed_at: null, assigned_at: null, [`${claim}_at`]: ledger.nowTime };
    const own = { speaker_id, user_id: ledger.person(claimant), created_at: ledger.nowTime };
    ledger.add('speaker_claims', { ...below, ...own, ...sides });
  }
}
