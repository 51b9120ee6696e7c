import type { Conference } from '../conference.js';

/** Games, next week. */
export const pixelAndPawn: Conference = {
  name: 'Pixel & Peão',
  description:
    'Jogos de tabuleiro, de console, de rua e de papel. Two days of making, breaking and losing at games in a converted tram depot, in Portuguese and English. Prototypes are welcome at every table; finished games have to wait their turn.',
  location: 'Vila Mariana, São Paulo, Brazil',
  timeZone: 'America/Sao_Paulo',
  startsInDays: 9,
  days: 2,
  stub: 'pixelpeao',
  href: 'https://example.org/pixel-peao',
  hashtag: '#pixelepeao',
  coordinates: [-23.5893, -46.6345],
  tags: ['games', 'game design', 'board games', 'preservation'],
  hosts: ['caio', 'ines.a'],
  draw: 0.45,
  tracks: [
    { name: 'Depósito', description: 'The main hall, with rails in the floor. Mind them.', color: '#6a1b9a' },
    { name: 'Mesas', description: 'Tables, dice, patience.', color: '#00796b' },
  ],
  talks: [
    {
      title: 'Abertura: regras da casa',
      at: '1 10:00-10:20',
      kind: 'EVENT_RELATED',
      track: 'Depósito',
      language: 'Brazilian Portuguese',
      speakers: ['@caio'],
      description:
        'Três regras: todo mundo joga, todo mundo perde pelo menos uma vez, ninguém explica piada. E o mapa dos banheiros.',
    },
    {
      title: 'Losing is the interesting part',
      at: '1 10:30-11:20',
      kind: 'KEYNOTE',
      track: 'Depósito',
      speakers: ['@ines.a'],
      description:
        'A game in which you cannot lose is a slideshow. A history of defeat in play, from chaupar to the arcade, and what thirty restored games have taught me about failing with grace. There will be a demonstration, and somebody in the front row will lose.',
    },
    {
      title: 'Um jogo por semana durante um ano',
      at: '1 11:40-12:20',
      track: 'Depósito',
      language: 'Brazilian Portuguese',
      speakers: ['@caio'],
      description:
        'Cinquenta e dois jogos, quarenta ruins. O que aprendi sobre escopo, sobre terminar e sobre a semana trinta e um, da qual não falamos. Com tempo para jogar os três melhores.',
    },
    {
      title: 'Prototype with what is in the drawer',
      at: '1 14:00-16:00',
      kind: 'WORKSHOP',
      track: 'Mesas',
      speakers: ['Dandara Figueira', '@opal'],
      description:
        'Buttons, bottle tops, rubber bands, envelopes. Each table gets one drawer and ninety minutes. At the end every table plays the game of the table to its left, without explanation.',
    },
    {
      title: 'Chess for one hand, and other rules that turned out to be walls',
      at: '1 14:00-14:40',
      track: 'Depósito',
      speakers: ['@zsofi'],
      description:
        'Most barriers in games are not in the hardware but in a rule that nobody questioned. I go through five popular games and remove one rule from each. Three of them got better for everybody.',
    },
    {
      title: 'Emulating the machine that only one factory had',
      at: '1 15:00-15:40',
      track: 'Depósito',
      speakers: ['Heitor Yamashiro', '@bartek'],
      description:
        'In 1984 a television factory in Manaus built four hundred home computers with a chip that appears in no data book. One survived, in a bakery. How we worked out what it does from its heat, its sound and three pages of a service manual.',
    },
    {
      title: 'Noite de jogos com pão de queijo',
      at: '1 19:00-23:00',
      kind: 'SOCIAL_EVENT',
      track: 'Mesas',
      description:
        'Duzentos jogos, quatrocentas cadeiras, pão de queijo sem limite. English tables have a small flag; the cheese bread needs no translation.',
    },
    {
      title: 'Dice, honestly',
      at: '2 10:00-10:40',
      track: 'Depósito',
      speakers: ['@speaker'],
      description:
        'People do not believe in probability, they believe in dice. We look at what players think is fair, what is fair, and the quiet ways in which designers lie to close the gap. Includes the loaded die that everyone preferred.',
    },
    {
      title: 'Saving multiplayer worlds after the servers close',
      at: '2 11:00-11:45',
      track: 'Depósito',
      speakers: ['서윤아 (Seo Yun-a)'],
      description:
        "You can archive the client; you cannot archive the Tuesday evenings. A librarian's report on preserving three online worlds through oral history, chat logs (with consent) and a very large paper map.",
    },
    {
      title: 'Street games of Salvador, Accra and Naples',
      at: '2 13:30-15:00',
      kind: 'WORKSHOP',
      track: 'Mesas',
      speakers: ['Kofi Amartey', '@bruno', 'Jussara Conceição'],
      description:
        'We go outside. Stones, chalk, a rope, a wall. Nine games that need no box, taught by those who grew up with them, and a conversation on what happens to a game when you write its rules down.',
    },
    {
      title: 'The AI that let me win',
      at: '2 15:30-16:15',
      kind: 'KEYNOTE',
      track: 'Depósito',
      speakers: ['Dr Farida Haidari-Lunt'],
      description:
        'My grandmother threw games so gently that I was thirty before I knew. Machines are bad at this. On opponents that care how you feel, why that is not the same as being weak, and whether we would want to know.',
    },
    {
      title: 'Premiação do pior jogo',
      at: '2 16:30-17:00',
      kind: 'EVENT_RELATED',
      track: 'Depósito',
      speakers: ['@caio', '@ines.a'],
      description: 'The worst prototype of the weekend wins the golden pawn, awarded by children, who are merciless.',
    },
  ],
  comments: [
    ['opal', 0, 'Is there an oven at the venue? Asking about the cheese bread. Also asking for myself.'],
    ['caio', 0, 'There are two ovens and a rota. You are on the rota.'],
  ],
};
