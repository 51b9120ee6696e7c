import { describe, expect, it } from '@jest/globals';
import { mergeSchedule } from '../../../src/transfer/schedule/merge-schedule.js';
import type { ScheduleFormat } from '../../../src/transfer/schedule/parse-schedule.js';
import type { SourceFields, SourceTalk } from '../../../src/transfer/schedule/formats/schedule.js';
import type { Origin, Seen, StoredSchedule, StoredTalk } from '../../../src/transfer/schedule/stored-schedule.js';

const START = 1_000_000;
/** 00:00 on 12 January 1970 in the zone of the event; it starts at 14:46:40. */
const FIRST_DAY = 946_800;
const GUID = '0b5d2f54-7f7e-5d5d-9d55-2e5a8a6bfb01';

const fields: SourceFields = {
  ...{ title: 'Trains', description: 'Slack', startsAt: START, durationMinutes: 45, type: 'TALK', language: 'en' },
  ...{ room: 'Hall 1', tracks: ['Web'], links: [{ kind: 'SLIDES', url: 'https://example.org/s' }] },
  speakers: [{ name: 'Ada', id: 'a' }],
};
const seen: Seen = { ...fields, speakers: [{ name: 'Ada', id: 'a', speakerId: '51' }] };
const ada = { id: '51', name: 'Ada', accountName: null, isClaimed: false };
const stored: StoredTalk = {
  ...{
    id: '1',
    guid: GUID,
    slug: 'trains',
    title: 'Trains',
    description: 'Slack',
    startsAt: START,
    durationMinutes: 45,
  },
  ...{ type: 'TALK', languageId: '2', room: 'Hall 1', tracks: [{ id: '31', name: 'Web' }], speakers: [ada] },
  links: [{ id: '71', kind: 'SLIDES', url: 'https://example.org/s' }],
};

const talk = (more: Partial<SourceFields> = {}, other: Partial<SourceTalk> = {}): SourceTalk => ({
  ...{ row: 1, foreignId: 'x', hasOwnId: true, guid: null, roomGuid: null },
  ...other,
  fields: { ...fields, ...more },
});

interface Sides {
  readonly now?: readonly SourceTalk[];
  readonly ours?: readonly StoredTalk[];
  /** Null: never imported. */
  readonly before?: Seen | null;
  readonly overwrite?: boolean;
  readonly format?: ScheduleFormat;
  readonly rejected?: readonly string[];
}

function merge({
  now = [talk()],
  ours = [stored],
  before = seen,
  overwrite = false,
  format = 'csv',
  rejected = [],
}: Sides) {
  const origins: Origin[] = before ? [{ foreignId: 'x', talkId: '1', seen: before }] : [];
  const languages = [
    { id: '1', name: 'English - US', code: 'us' },
    { id: '2', name: 'English - UK', code: 'uk' },
    { id: '3', name: 'Deutsch', code: 'de' },
  ];
  const schedule: StoredSchedule = {
    ...{
      name: 'Rail Days',
      startsAt: START,
      endsAt: START + 3_600,
      timeZone: 'Europe/Berlin',
      talks: ours,
      tracks: [],
      origins,
      languages,
    },
  };
  const source = { format, talks: now, rejected: new Set(rejected), isComplete: true, problems: [] };
  return mergeSchedule(source, schedule, overwrite);
}

/** The columns of the only changed talk, the number of talks by what happens to them, and the problems. */
function told(sides: Sides) {
  const { added, changed, counts, missing, problems } = merge(sides);
  return {
    columns: changed[0]?.columns,
    counts: [added.length, counts.changed, counts.moved, counts.unchanged, missing.length],
    problems: problems.map(({ field, reason }) => `${field} ${reason}`),
  };
}
const UNCHANGED = { columns: undefined, counts: [0, 0, 0, 1, 0], problems: [] };

describe('A field', () => {
  it('is written only if the source changed it', () => {
    expect(told({})).toEqual(UNCHANGED);
    expect(told({ ours: [{ ...stored, title: 'Corrected' }] })).toEqual(UNCHANGED);
    const columns = { title: 'New', languageId: '3' };
    expect(told({ now: [talk({ title: 'New', language: 'de' })] })).toEqual({
      ...UNCHANGED,
      columns,
      counts: [0, 1, 0, 0, 0],
    });
  });

  it('counts as moved if it is the start, the duration or the room', () => {
    for (const move of [{ startsAt: START + 60 }, { durationMinutes: 30 }, { room: null }]) {
      expect(told({ now: [talk({ ...move, title: 'New' })] })).toMatchObject({ counts: [0, 0, 1, 0, 0], problems: [] });
    }
  });

  it('stays if both sides changed it, until they agree or the source may overwrite', () => {
    const sides = { now: [talk({ title: 'New' })], ours: [{ ...stored, title: 'Ours' }] };
    const conflict = { ...UNCHANGED, problems: ['title BOTH_CHANGED'] };
    expect(told(sides)).toEqual(conflict);
    const { origins } = merge(sides);
    expect(told({ ...sides, before: origins[0]!.seen })).toEqual(conflict);
    expect(told({ ...sides, overwrite: true })).toMatchObject({ columns: { title: 'New' }, problems: [] });
    expect(told({ ...sides, ours: [{ ...stored, title: 'New' }] })).toEqual(UNCHANGED);
  });

  it('that the source does not have stays', () => {
    const without = talk({
      description: undefined,
      room: undefined,
      language: undefined,
      tracks: undefined,
      links: undefined,
    });
    expect(told({ now: [without], before: null })).toEqual(UNCHANGED);
  });

  it('is that of the source on a first import', () => {
    const now = [talk({ description: 'Longer' })];
    expect(told({ now, before: null })).toMatchObject({ columns: { description: 'Longer' }, problems: [] });
  });

  it('is compared with our own export on a first import', () => {
    const ours = {
      ...stored,
      room: null,
      tracks: [...stored.tracks, { id: '32', name: 'Zoo' }],
      title: 'Tr\u0008ains ',
    };
    expect(told({ now: [talk({ room: 'Web' })], ours: [ours], before: null, format: 'schedule-xml' })).toEqual(
      UNCHANGED,
    );
    const withoutTrack = { ...ours, tracks: [] };
    const now = [talk({ room: 'Rail Days', tracks: [] })];
    expect(told({ now, ours: [withoutTrack], before: null, format: 'schedule-json' })).toEqual(UNCHANGED);
  });

  it('is ignored if its language is not stored', () => {
    const now = [talk({ language: 'tlh' }), talk({ language: 'tlh', title: 'Other' }, { foreignId: 'y' })];
    expect(told({ now })).toMatchObject({
      counts: [1, 0, 0, 1, 0],
      problems: Array(2).fill('language LANGUAGE_UNKNOWN'),
    });
  });
});

describe('Tracks and links', () => {
  it('are added and removed as the source does, and those of hosts stay', () => {
    const tracks = [...stored.tracks, { id: '32', name: 'Ours' }];
    const links = [...stored.links, { id: '72', kind: 'VIDEO', url: 'https://example.org/v' } as const];
    const now = [talk({ tracks: ['Rails'], links: [{ kind: 'CODE', url: 'https://example.org/c' }] })];
    const { changed } = merge({ now, ours: [{ ...stored, tracks, links }] });
    expect(changed).toMatchObject([
      {
        tracks: { added: ['Rails'], removed: ['31'] },
        links: { added: [{ kind: 'CODE', url: 'https://example.org/c' }], removed: ['71'] },
      },
    ]);
  });

  it('of a first import: no link is removed', () => {
    const { changed } = merge({ now: [talk({ tracks: [], links: [] })], before: null });
    expect(changed).toMatchObject([{ tracks: { added: [], removed: ['31'] }, links: { added: [], removed: [] } }]);
  });
});

describe('Speakers', () => {
  const speakersOf = (sides: Sides) => {
    const { changed, origins, problems } = merge(sides);
    const { added, renamed, removed } = changed[0]?.speakers ?? { added: [], renamed: [], removed: [] };
    return { added, renamed, removed, next: origins[0]?.seen.speakers, problems: problems.map(({ reason }) => reason) };
  };
  const none = { added: [], renamed: [], removed: [], problems: [] };

  it('are added, renamed by their identity in the source, and removed', () => {
    const now = [
      talk({
        speakers: [
          { name: 'Grace', id: 'g' },
          { name: 'Ada Byron', id: 'a' },
        ],
      }),
    ];
    expect(speakersOf({ now })).toEqual({
      ...{ ...none, added: [{ name: 'Grace', at: 0 }], renamed: [{ id: '51', name: 'Ada Byron' }] },
      next: [
        { name: 'Grace', id: 'g', speakerId: null },
        { name: 'Ada Byron', id: 'a', speakerId: '51' },
      ],
    });
    expect(speakersOf({ now: [talk({ speakers: [] })] })).toEqual({ ...none, removed: ['51'], next: [] });
  });

  it('with an account or a claim keep it, and stay', () => {
    const linked = { ...stored, speakers: [{ ...ada, accountName: 'Countess', isClaimed: true }] };
    const renamed = [talk({ speakers: [{ name: 'Ada Byron', id: 'a' }] })];
    expect(speakersOf({ now: renamed, ours: [linked] })).toMatchObject(none);
    expect(speakersOf({ now: [talk({ speakers: [] })], ours: [linked] })).toMatchObject({
      ...none,
      problems: ['SPEAKER_KEPT'],
    });
  });

  it('match by name on a first import', () => {
    const linked = { ...stored, speakers: [{ ...ada, name: 'A.', accountName: 'Ada', isClaimed: true }] };
    expect(speakersOf({ ours: [linked], before: null })).toMatchObject({ ...none, next: [{ speakerId: '51' }] });
  });

  it('match by either name in any form, with an account before one without', () => {
    const speakers = [
      { ...ada, id: '50', name: 'ZOË' },
      { ...ada, name: 'A.', accountName: 'Zoë', isClaimed: true },
    ];
    for (const name of ['Zoe\u0308', ' zoë', 'a.']) {
      const now = [talk({ speakers: [{ name, id: null }] })];
      const sides = { now, ours: [{ ...stored, speakers }], before: null };
      expect(speakersOf(sides)).toMatchObject({ ...none, removed: ['50'], next: [{ speakerId: '51' }] });
    }
  });

  it('of the same name are several, and the source removes the one without a claim', () => {
    const kims = [0, 1].map((at) => ({ ...ada, id: `5${at}`, name: 'Kim', isClaimed: at === 1 }));
    const before = { ...seen, speakers: kims.map(({ id }) => ({ name: 'Kim', id: null, speakerId: id })) };
    const two = [talk({ speakers: [0, 1].map(() => ({ name: 'Kim', id: null })) })];
    expect(speakersOf({ now: two, ours: [{ ...stored, speakers: [] }], before: null })).toMatchObject({
      added: [
        { name: 'Kim', at: 0 },
        { name: 'Kim', at: 1 },
      ],
    });
    const ours = [{ ...stored, speakers: kims }];
    expect(speakersOf({ now: two, ours, before })).toMatchObject(none);
    const now = [talk({ speakers: [{ name: 'Kim', id: null }] })];
    expect(speakersOf({ now, ours, before })).toMatchObject({ ...none, removed: ['50'] });
  });

  it('that are new take no place of a speaker whose identity is known', () => {
    const now = [
      talk({
        speakers: [
          { name: 'Ada', id: 'b' },
          { name: 'Ada', id: 'a' },
        ],
      }),
    ];
    expect(speakersOf({ now })).toMatchObject({
      ...{ ...none, added: [{ name: 'Ada', at: 0 }] },
      next: [
        { id: 'b', speakerId: null },
        { id: 'a', speakerId: '51' },
      ],
    });
  });

  it('that a host renamed or deleted stay so', () => {
    const ours = [{ ...stored, speakers: [{ ...ada, name: 'Ada B.' }] }];
    expect(speakersOf({ ours })).toMatchObject(none);
    const now = [talk({ speakers: [{ name: 'Ada Byron', id: 'a' }] })];
    expect(speakersOf({ now, ours })).toMatchObject({ ...none, problems: ['BOTH_CHANGED'] });
    expect(speakersOf({ now, ours, overwrite: true })).toMatchObject({
      ...none,
      renamed: [{ id: '51', name: 'Ada Byron' }],
    });
    expect(speakersOf({ ours: [{ ...stored, speakers: [] }] })).toMatchObject(none);
  });
});

describe('A talk', () => {
  it('is found by GUID, title and start, title and speakers, or title, on a first import', () => {
    const other = {
      ...stored,
      id: '2',
      guid: GUID.replace('0b', '0c'),
      title: 'Trains',
      startsAt: START + 60,
      speakers: [],
    };
    const byGuid = merge({ now: [talk({ title: 'New' }, { guid: GUID })], ours: [other, stored], before: null });
    expect(byGuid.origins).toMatchObject([{ talkId: '1' }]);
    const byStart = merge({ now: [talk({ speakers: [] })], ours: [other, stored], before: null });
    expect(byStart.origins).toMatchObject([{ talkId: '1' }]);
    const bySpeakers = merge({ now: [talk({ startsAt: START + 90 })], ours: [other, stored], before: null });
    expect(bySpeakers.origins).toMatchObject([{ talkId: '1' }]);
    const byTitle = merge({ now: [talk({ startsAt: START + 90, speakers: [] })], ours: [stored], before: null });
    expect(byTitle.origins).toMatchObject([{ talkId: '1' }]);
    const ambiguous = merge({
      now: [talk({ startsAt: START + 90, speakers: [{ name: 'X', id: null }] })],
      ours: [other, stored],
      before: null,
    });
    expect(ambiguous.added).toHaveLength(1);
  });

  it('of a source without IDs stays the same with a new title or new speakers', () => {
    for (const change of [{ title: 'New' }, { speakers: [] }]) {
      const now = [talk(change, { foreignId: 'y', hasOwnId: false })];
      expect(merge({ now })).toMatchObject({ added: [], missing: [], origins: [{ talkId: '1', foreignId: 'y' }] });
    }
  });

  it('of a source with IDs stays the same with a new ID if its title and its start or speakers do', () => {
    for (const change of [{ speakers: [] }, { startsAt: START + 60 }]) {
      const now = [talk(change, { foreignId: 'y' })];
      expect(merge({ now })).toMatchObject({ added: [], missing: [], origins: [{ talkId: '1', foreignId: 'y' }] });
    }
    const now = [talk({ title: 'New' }, { foreignId: 'y' })];
    expect(merge({ now })).toMatchObject({ added: [{ foreignId: 'y' }], missing: [{ id: '1' }] });
    expect(merge({ now: [talk({}, { foreignId: 'y' })], rejected: ['x'] })).toMatchObject({
      added: [{ foreignId: 'y' }],
      missing: [],
    });
  });

  it('outside the event is skipped, and not missing', () => {
    const skipped = { columns: undefined, counts: [0, 0, 0, 0, 0], problems: ['start TALK_OUTSIDE_EVENT'] };
    for (const startsAt of [FIRST_DAY - 1, START + 3_600 + 86_400]) {
      expect(told({ now: [talk({ startsAt })] })).toEqual(skipped);
      expect(told({ now: [talk({ startsAt })], ours: [], before: null })).toEqual(skipped);
      const unnamed = { now: [talk({ startsAt }, { foreignId: 'y', hasOwnId: false })] };
      expect(told(unnamed)).toEqual(skipped);
    }
  });

  it('on the first local day before the event starts, or within a day after its end, is accepted', () => {
    for (const startsAt of [FIRST_DAY, START + 3_600 + 86_399]) {
      expect(told({ now: [talk({ startsAt })] })).toMatchObject({ columns: { startsAt }, problems: [] });
      expect(told({ now: [talk({ startsAt })], ours: [], before: null })).toMatchObject({ counts: [1, 0, 0, 0, 0] });
    }
  });

  it('outside the event, whose start does not change, is changed', () => {
    const startsAt = FIRST_DAY - 7 * 86_400;
    const earlier = { ours: [{ ...stored, startsAt }], before: { ...seen, startsAt } };
    const now = [talk({ startsAt, title: 'Trams' })];
    const changed = { columns: { title: 'Trams' }, counts: [0, 1, 0, 0, 0], problems: [] };
    expect(told({ ...earlier, now })).toEqual(changed);
    // A host has moved it into the event, and the source has not changed its start.
    expect(told({ ...earlier, ours: [stored], now })).toEqual(changed);
  });

  it('is missing unless the source has it, even if it is invalid there', () => {
    expect(told({ now: [] })).toMatchObject({ counts: [0, 0, 0, 0, 1] });
    expect(told({ now: [], rejected: ['x'] })).toMatchObject({ counts: [0, 0, 0, 0, 0] });
    expect(told({ now: [], before: null })).toMatchObject({ counts: [0, 0, 0, 0, 0] });
  });
});
