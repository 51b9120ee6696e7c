import { importRequest } from '../../imports/schedule/upload.js';
import { crowd, inTurn, type Attack, type Scenario } from '../scenario.js';
import { ADDRESSES, type Call } from '../target.js';

const DAY = '2026-06-01';
const START = `${DAY}T10:00:00`;
/** Talks, and characters of their texts, of a file of almost 10 MB. */
const [TALKS, LONG] = [150, 65_000];
const MAX_TALKS = 5_000;
const many = <Value>(count: number, make: (place: number) => Value): Value[] =>
  Array.from({ length: count }, (_, place) => make(place));

/** Files of allowed size, by what is expensive about them. */
const files: Readonly<Record<string, (serial: number) => string>> = {
  longTexts: (serial) =>
    JSON.stringify({
      sessions: many(TALKS, (place) => ({
        ...{ id: `${serial}-${place}`, title: `Talk ${serial}-${place}`, startsAt: START },
        description: `${serial} `.padEnd(LONG, 'long text '),
      })),
    }),
  equalTitles: () => ['title,start', ...many(MAX_TALKS, () => `Talk,${DAY} 10:00`)].join('\n'),
  entities: () =>
    `<schedule>${many(
      TALKS,
      (place) =>
        `<event id="${place}"><title>Talk</title><date>${START}Z</date><abstract>${'&amp;'.repeat(LONG / 5)}</abstract></event>`,
    ).join('')}</schedule>`,
  emptyObjects: () => `{"sessions": [${'{},'.repeat(499_000)}{}]}`,
  invalidLinks: () =>
    JSON.stringify({
      schedule: {
        conference: {
          days: [
            {
              rooms: {
                Attic: many(MAX_TALKS, (place) => ({
                  ...{ guid: `link-${place}`, title: `Talk ${place}`, date: `${START}Z` },
                  links: many(20, (link) => ({ url: `javascript:${link}`, title: 'Slides' })),
                })),
              },
            },
          ],
        },
      },
    }),
};

/** Long texts most often: they stay. `huge` is a small file for an event with many long texts. */
const order = [
  'longTexts',
  'equalTitles',
  'huge',
  'longTexts',
  'entities',
  'longTexts',
  'emptyObjects',
  'invalidLinks',
];
const SMALL = `title,start\nTalk,${DAY} 10:00`;
const CALLERS = 4;

/** An upload of a schedule by one of the logins of the attacker. */
export function importCall({ target }: Attack, turn: number, event: string, file: string, dryRun: boolean): Call {
  const { headers, body } = importRequest({ eventId: event, dryRun }, file);
  return { path: '/graphql', headers, body, token: inTurn(target.tokens, turn), address: ADDRESSES[0] };
}

export const imports: Scenario = {
  name: 'imports',
  does: 'uploads schedules of up to 10 MB into own pending events: long texts, 5000 equal titles, entities, empty objects, invalid links; and small ones into an own event of 120 MB',
  part: 12,
  run(attack) {
    const { wire, target } = attack;
    const upload = (turn: number): Promise<number> => {
      const kind = inTurn(order, turn);
      if (kind === 'huge') return wire.send(importCall(attack, turn, target.huge, SMALL, true));
      const event = inTurn(target.pending, Math.floor(turn / order.length));
      const isStored = kind === 'longTexts' || kind === 'equalTitles';
      return wire.send(importCall(attack, turn, event, files[kind]!(turn), !isStored));
    };
    return crowd(attack, CALLERS, upload, order.length);
  },
};
