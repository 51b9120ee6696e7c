import type { Conference } from '../conference.js';

/** Astronomy, six weeks ago; nights in the southern hemisphere. */
export const darkSky: Conference = {
  name: 'Cielo Oscuro: The Dark Sky Weekend',
  description:
    'Astronomers, lighting engineers, pisco growers and anyone who remembers seeing the Milky Way from their own street. Talks in the late afternoon, telescopes after dark, silence after two. Bring a coat: the valley gives the heat back all at once.',
  location: 'Vicuña, Valle del Elqui, Chile',
  timeZone: 'America/Santiago',
  startsInDays: -44,
  days: 2,
  stub: 'darksky',
  href: 'https://example.org/cielo-oscuro',
  hashtag: '#cielooscuro',
  coordinates: [-30.0319, -70.7081],
  tags: ['astronomy', 'light pollution', 'citizen science'],
  hosts: ['rosalba', 'elif'],
  draw: 0.5,
  tracks: [
    { name: 'Ladera', description: 'The open-air stage on the slope.', color: '#1f2a5a' },
    { name: 'Bodega', description: 'Indoors, among the barrels.', color: '#7b2d4f' },
  ],
  talks: [
    {
      title: 'Bienvenida: how to walk in the dark',
      at: '1 15:00-15:20',
      kind: 'EVENT_RELATED',
      track: 'Ladera',
      speakers: ['@rosalba'],
      description:
        'Red torches, soft voices, no phones on the slope. A short welcome with a walk from the car park to the telescopes and back, so that you can do it blind later.',
    },
    {
      title: 'The last dark street in Ankara',
      at: '1 15:30-16:20',
      kind: 'KEYNOTE',
      track: 'Ladera',
      speakers: ['@elif'],
      description:
        "For four years we measured every street lamp in one district and asked the people below what they wanted. They wanted to see their keys, not the moon's competitor. The story of how a quarter of the lamps were turned down, crime did not move, and the stars came back to a school yard.",
      comments: [
        [
          'mahsa',
          5,
          'سخنرانی فوق‌العاده‌ای بود. I have been a night-shift person for eleven years and never asked who decided how bright my street is.',
        ],
        ['attendee', 5, 'The photograph of the school yard, before and after. I am still thinking about it.'],
        ['bruno', 4, 'Persuasive. Would have liked the crime figures with their source on the slide.'],
      ],
    },
    {
      title: 'Listening to hydrogen with a rain gutter',
      at: '1 16:40-17:25',
      track: 'Bodega',
      speakers: ['@lerato'],
      description:
        'A horn antenna made from aluminium guttering, a receiver that costs as much as lunch, and the arm of the galaxy drawing itself across the screen. Everything about building one, including the part where the neighbours complain and the part where they come round to listen.',
      comments: [
        [
          'bartek',
          5,
          'Built mine the following weekend out of a biscuit tin. It works a bit! The 21 cm line is real and lives behind my shed.',
        ],
        ['thuy', 5, 'Rất hay. The live trace appearing just as the sun went down was pure theatre.'],
      ],
    },
    {
      title: 'Mapuche skies: constellations made of darkness',
      at: '1 17:40-18:20',
      track: 'Ladera',
      language: 'Espanol',
      speakers: ['@rosalba', 'Lautaro Millaqueo'],
      description:
        'No todas las constelaciones son puntos unidos por líneas. Algunas son las manchas oscuras entre las estrellas: un río, un ñandú, una huella. Una caminata por el cielo del sur con los nombres que ya tenía.',
    },
    {
      title: 'Telescope night: planets, clusters, questions',
      at: '1 21:00-23:30',
      kind: 'SOCIAL_EVENT',
      track: 'Ladera',
      speakers: ['@rosalba', '@elif', '@lerato'],
      description:
        'Nine telescopes, nine people who love to be asked. Hot chocolate at the wall. If it is cloudy we tell stories, but it is not going to be cloudy.',
      comments: [
        [
          'yannick',
          5,
          'They had a telescope at wheelchair height with the eyepiece turned round. Nobody made a thing of it. I saw Omega Centauri and had something in my eye, which was not the eyepiece.',
        ],
        ['caio', 5, 'Vi Saturno e falei um palavrão na frente de uma criança. A mãe também.'],
        ['opal', 4, 'Cold!! Worth it. Wear two of everything.'],
      ],
    },
    {
      title: 'Sky quality from ten thousand phone pictures',
      at: '2 15:00-15:40',
      track: 'Bodega',
      speakers: ['Ștefania Munteanu', '@ravi'],
      description:
        "A phone camera is a terrible photometer, but ten thousand of them disagree in useful ways. How we calibrate strangers' photographs against star catalogues, throw away the ones with fingers in them, and publish a map each month.",
    },
    {
      title: 'Lamps that look down',
      at: '2 15:00-15:40',
      track: 'Ladera',
      speakers: ['Cornelius Amoako-Brandt'],
      description:
        'A lighting engineer explains, with lamps, why your street is lit sideways. Shielding, colour temperature, curfews and the five-line specification that you can paste into a council tender.',
    },
    {
      title: 'Asteroids for the impatient',
      at: '2 16:00-16:40',
      track: 'Bodega',
      speakers: ['@speaker'],
      description:
        'You can find your own near-Earth asteroid from a kitchen table, using images that have been public for years and nobody has looked at twice. A live demonstration of the search, with an honest account of how many hours of dots it takes. Spoiler: it is named after my dog, provisionally.',
      comments: [
        [
          'zsofi',
          5,
          'He described every picture as he went, down to which dot moved. I followed the whole thing without seeing a pixel of it.',
        ],
        ['kaja', 4, 'Funny and fast. The dog should have been on stage.'],
      ],
    },
    {
      title: 'Workshop: draw what you see, not what you know',
      at: '2 17:00-18:30',
      kind: 'WORKSHOP',
      track: 'Bodega',
      speakers: ['佐藤 光'],
      description:
        'Sketching at the eyepiece is the oldest data format and still one of the best ways to learn to see. Pencils, red light, blending stumps and three practice objects projected on the barrels. No talent required, only patience.',
    },
    {
      title: 'Who owns the night? Satellites, law and a shared ceiling',
      at: '2 18:45-19:30',
      kind: 'KEYNOTE',
      track: 'Ladera',
      speakers: ['Dra. Millaray Queupul', 'Hamish Ferrier'],
      description:
        'There are more moving lights overhead than there were when this sentence was written. A lawyer and an observer disagree, politely and with footnotes, on whether the sky is a commons, a road or a view.',
    },
    {
      title: 'Lights out, literally',
      at: '2 23:00-23:20',
      kind: 'EVENT_RELATED',
      track: 'Ladera',
      description: 'We turn off the last lamp of the valley for twenty minutes. No speeches.',
    },
  ],
  remarks: [
    [5, 'I understood magnitudes for the first time, and I have a degree in this.'],
    [4, 'Great talk, brave stage: the wind took the notes and the talk got better.'],
    [5, '¡Qué maravilla! Aprendí más en cuarenta minutos que en un semestre.'],
    [3, 'Hard to hear from the back of the slope once the frogs started.'],
    [4, 'Solid method, modest claims, beautiful maps.'],
    [2, 'I expected more on software. My fault for reading the title and not the description.'],
  ],
  comments: [
    ['sunniva', 5, 'In Tromsø we have three months of night and I had still never seen it this dark.'],
    ['attendee', 5, '二時に静かになる会議は初めてです。星がうるさいくらいでした。'],
    [
      'elif',
      0,
      'Thank you for leaving your phones in the basket. All 212 of them were returned; two were swapped, please check.',
    ],
    [null, 4, 'Muy buena organización. Faltó transporte de vuelta a La Serena el domingo.'],
  ],
};
