import type { Conference } from '../conference.js';

/** Gardening, four months ago. */
export const smallGardens: Conference = {
  name: 'The Small Gardens Assembly',
  description:
    'For everybody who grows something in less space than a parked car: balconies, courtyards, window sills, traffic islands. Two days in a glasshouse that used to belong to the university, with soil under the chairs. Seeds are swapped at lunch; bring labels.',
  location: 'Oude Hortus, Utrecht, Netherlands',
  timeZone: 'Europe/Amsterdam',
  startsInDays: -118,
  days: 2,
  stub: 'smallgardens',
  href: 'https://example.org/small-gardens',
  hashtag: '#smallgardens',
  coordinates: [52.0866, 5.1255],
  tags: ['gardening', 'cities', 'climate', 'soil'],
  hosts: ['noor'],
  draw: 0.45,
  tracks: [
    { name: 'Glasshouse', description: 'Talks, warm ones.', color: '#3c7d3b' },
    { name: 'Potting Shed', description: 'Bring an apron.', color: '#9a6a3a' },
  ],
  talks: [
    {
      title: 'Pruning is a conversation',
      at: '1 10:00-10:45',
      kind: 'KEYNOTE',
      track: 'Glasshouse',
      speakers: ['@noor'],
      description:
        'People are afraid of secateurs because a cut cannot be undone. But a plant answers, every time, and the answer is legible if you know where to look. A keynote with a real, slightly neglected pear tree on stage, and twelve cuts.',
      comments: [
        [
          'dmitar',
          5,
          'Никога не съм виждал зала да аплодира на клон. At the ninth cut somebody behind me whispered "don\'t", and then saw why.',
        ],
        ['liv', 5, 'Clear. Brave. I cut my fig.'],
      ],
    },
    {
      title: 'Fourteen tomatoes on the sixth floor',
      at: '1 11:00-11:30',
      track: 'Glasshouse',
      speakers: ['@dmitar'],
      description:
        'Wind, weight, water: the three things that a balcony does to a tomato. I have grown fourteen varieties at 18 metres above a tram stop for six summers and logged all of it. Which ones I would grow again (five), which I would not (eight), and the one that grew itself.',
      comments: [
        ['mei.lin', 5, '太有用了！回家馬上把第七種換掉。'],
        ['marisol', 4, 'The spreadsheet is a thing of beauty. I would ask for error bars, but it is tomatoes.'],
      ],
    },
    {
      title: 'Soil is not dirt: a microscope afternoon',
      at: '1 13:30-15:00',
      kind: 'WORKSHOP',
      track: 'Potting Shed',
      speakers: ['@marisol', 'Joost Wiersma'],
      description:
        'Bring a spoonful of your soil in a jam jar. We look at it together through eight microscopes, count who lives there and work out what they would like. You leave with a drawing, a diagnosis and dirty hands.',
    },
    {
      title: 'De geveltuin: two paving stones that changed a street',
      at: '1 13:30-14:10',
      track: 'Glasshouse',
      language: 'Nederlands',
      speakers: ['Fenna Bouwmeester'],
      description:
        'Twee tegels eruit, een klimroos erin, en opeens praten de buren met elkaar. Een verhaal over vergunningen, kabels, hondenplas en veertig geveltuinen in één straat. Met de brief aan de gemeente die wél werkte.',
    },
    {
      title: 'Watering by letter',
      at: '1 15:30-16:00',
      track: 'Glasshouse',
      speakers: ['Kwabena Ofosu-Lindgren'],
      description:
        'Before I had sensors I had my aunt, who wrote to me about the weather. This talk is about predicting when pots dry out from the plainest of data: yesterday, the forecast and how heavy the can feels. It works better than my sensors did, and nobody has to charge it.',
    },
    {
      title: 'Seed swap and long-table supper',
      at: '1 18:00-21:00',
      kind: 'SOCIAL_EVENT',
      description:
        'Seeds in envelopes, names on envelopes, envelopes on the long table. Supper is whatever you all grew, plus bread, because last year it was forty courgettes.',
    },
    {
      title: 'Shade plants for people with opinions',
      at: '2 09:30-10:15',
      track: 'Glasshouse',
      speakers: ['Rosamund Achterberg', '@tove'],
      description:
        'North-facing is not a sentence, it is a genre. Ferns, foxgloves, sweet woodruff and the moss lawn that we argued about for three years. With honest photographs taken in November.',
    },
    {
      title: 'Making a wormery that your landlord will not notice',
      at: '2 10:30-12:00',
      kind: 'WORKSHOP',
      track: 'Potting Shed',
      speakers: ['@bruno'],
      description:
        'Two buckets, a drill, a tap, and five hundred quiet colleagues. We build one together and talk about what goes in, what does not, and what to do in August. Worms provided; names are your own affair.',
    },
    {
      title: 'Open hardware for closed balconies',
      at: '2 10:30-11:15',
      track: 'Glasshouse',
      speakers: ['@abebe', 'Tuấn Lê'],
      description:
        'A greenhouse controller that costs less than a bag of compost, runs for a season on two cells and fails safe, which for plants means: open. We go through the circuit, the code and every one of the five versions that drowned.',
    },
    {
      title: 'Native to where? Plants after the climate moved',
      at: '2 13:30-14:15',
      kind: 'KEYNOTE',
      track: 'Glasshouse',
      speakers: ['Prof. Amahle Ndlovu-Visser'],
      description:
        'The weather of your street has moved about 200 kilometres south since you were born. The plants could not. A careful talk on what "native" means when the place itself is travelling, and how small gardens can be stepping stones.',
    },
    {
      title: 'Goodbye, and take a pot',
      at: '2 15:30-16:00',
      kind: 'EVENT_RELATED',
      description: 'Every chair has a seedling under it. It is yours. Please carry it upright.',
    },
  ],
  remarks: [
    [5, 'I came for my partner and left with opinions about moss.'],
    [4, 'Practical from the first minute. Please hand out the plant list next time.'],
    [5, 'Heerlijk verhaal, ik heb gelachen en meteen twee tegels gewipt.'],
    [3, 'A little too warm in there to think, which I realise is the point of a glasshouse.'],
    [4, 'Good photographs of failures. More conferences should have photographs of failures.'],
    [5, 'The worm count was a cliffhanger.'],
  ],
  comments: [
    ['marisol', 5, 'Volví con nueve sobres de semillas y ninguna duda. The friendliest two days of my year.'],
    ['noor', 0, 'The seedling under seat F12 was left behind. It is on my window sill and would like to go home.'],
    ['abebe', 4, 'Excellent supper, insufficient courgettes. Never thought I would write that.'],
  ],
};
