import type { Conference } from '../conference.js';

/** Typography in Tokyo, twelve days ago. */
export const moji: Conference = {
  name: '文字まつり Moji Matsuri',
  description:
    '活字、書体、看板、落書き。文字が好きな人のための二日間のお祭りです。 A two-day festival for people who stop in the street to photograph shop signs. Lectures in the hall, ink in the courtyard, and a typecase that you may touch.',
  location: '東京・神田 (Kanda, Tokyo, Japan)',
  timeZone: 'Asia/Tokyo',
  startsInDays: -12,
  days: 2,
  stub: 'moji',
  href: 'https://example.net/moji-matsuri',
  hashtag: '#文字まつり',
  coordinates: [35.6949, 139.7638],
  tags: ['typography', 'design', 'fonts', '日本語'],
  hosts: ['hoshino', 'host'],
  draw: 0.6,
  tracks: [
    { name: '本堂 Main Hall', description: 'Lectures with whispered interpretation.', color: '#b3261e' },
    { name: '中庭 Courtyard', description: 'Ink, brushes, presses. Aprons on the hooks.', color: '#2b2b2b' },
  ],
  talks: [
    {
      title: '開会のことば / Opening',
      at: '1 09:30-10:00',
      kind: 'EVENT_RELATED',
      track: '本堂 Main Hall',
      speakers: ['@hoshino'],
      description: '靴はぬがなくて大丈夫です。猫はさわって大丈夫です。 A welcome in two languages and one cat.',
    },
    {
      title: 'The weight of a full stop',
      at: '1 10:00-10:50',
      kind: 'KEYNOTE',
      track: '本堂 Main Hall',
      speakers: ['@tariq.m'],
      description:
        'A full stop in Arabic type is a diamond, drawn with the same pen as everything else, and for a century our fonts borrowed a Latin circle instead. A keynote about the smallest sign on the page and what it says about who built the machine. With a pen, a camera and a very large sheet of paper.',
      comments: [
        ['haruka', 5, '句点ひとつで五十分。一秒も長くなかった。'],
        ['anoush', 5, 'He drew one dot and two hundred people leaned forward. I have redrawn ours since.'],
        ['attendee', 5, '筆の音まで聞こえました。I filled a whole notebook page with diamonds.'],
        ['oisin', 4, 'Superb. The camera focus hunted a bit at the start.'],
      ],
    },
    {
      title: 'ヒンティングの幸せ',
      at: '1 11:10-11:50',
      track: '本堂 Main Hall',
      speakers: ['@haruka'],
      description:
        '画面は細かくなったのに、なぜまだヒンティングをするのか。安いレジスター、駅の掲示板、古い電子辞書。小さな画素の中で文字が読めるようになる瞬間を、実例でお見せします。',
    },
    {
      title: 'Setting 4,000 kanji in a font of 96',
      at: '1 13:00-13:45',
      track: '本堂 Main Hall',
      speakers: ['Florian Achterhaus', '三浦 理沙'],
      description:
        'A single-board computer from 1983 could show 96 characters at once. Its Japanese edition somehow showed all of them. We took the ROM apart and found a small masterpiece of component drawing, which we then used in a modern variable font.',
    },
    {
      title: 'Letterpress for beginners (hands will be black)',
      at: '1 13:30-15:30',
      kind: 'WORKSHOP',
      track: '中庭 Courtyard',
      speakers: ['@hoshino'],
      description:
        '名刺を一枚、自分で組んで刷ります。Set and print your own card: find the sorts, justify the line, lock the forme, pull the lever. The type is older than all of us, so please be gentle with it.',
      comments: [
        [
          'zsofi',
          5,
          'Type you can read with your fingers! Mirror-written, but so is half the web. I set my own name without asking for help.',
        ],
        ['caio', 5, 'Meu nome ficou com o til de cabeça pra baixo. Vou usar assim.'],
      ],
    },
    {
      title: 'Kerning the unkernable: Greek capitals with tonos',
      at: '1 14:00-14:40',
      track: '本堂 Main Hall',
      speakers: ['Θάλεια Μαυρομάτη'],
      description:
        'The accent of a Greek capital hangs to the left of its letter, where the neighbour already lives. Most fonts let them fight. A practical method for making peace, with a table of the forty worst pairs and a script that finds yours.',
    },
    {
      title: 'Ghost signs of three cities',
      at: '1 15:00-15:40',
      track: '本堂 Main Hall',
      speakers: ['Inácio Valadares', '@speaker'],
      description:
        'Painted advertisements outlive what they advertise by about seventy years. We mapped 900 of them in Lisbon, Osaka and Buenos Aires, and can show which pigments stay, which letterforms come back into fashion, and why you should look up after rain.',
    },
    {
      title: '夜の看板さんぽ / Night sign walk',
      at: '1 18:30-21:00',
      kind: 'SOCIAL_EVENT',
      description:
        'We walk from Kanda to Ueno under the neon that is left. Bring a camera and comfortable shoes. It ends at a noodle counter whose menu is the finest piece of lettering in the district.',
    },
    {
      title: 'One line, nine scripts: testing text layout honestly',
      at: '2 09:30-10:15',
      track: '本堂 Main Hall',
      speakers: ['@anoush', '@kseniya'],
      description:
        'Most layout tests check that nothing crashed. Ours check that somebody who reads the language would not wince. How we collect wince reports, turn them into pictures that a machine can compare, and keep nine scripts from breaking each other.',
    },
    {
      title: 'A typeface for road signs read at 100 km/h by tired people',
      at: '2 10:30-11:15',
      kind: 'KEYNOTE',
      track: '本堂 Main Hall',
      speakers: ['Birgitta Solheim-Okafor'],
      description:
        'Legibility research is usually done on students at noon. We did ours at four in the morning at a motorway services, with lorry drivers and very strong coffee. What they could read, what they thought they read, and the numeral seven that we redrew eleven times.',
      comments: [
        [
          'matteo',
          5,
          'As a railwayman: send these people to us next. Please. The seven on our platform clocks has been a one since 1974.',
        ],
        ['liv', 5, 'Test with tired people. Yes.'],
      ],
    },
    {
      title: 'Brush, breath, Bézier',
      at: '2 13:00-15:00',
      kind: 'WORKSHOP',
      track: '中庭 Courtyard',
      speakers: ['@tariq.m', '小林 千春'],
      description:
        'Two calligraphers from two traditions write the same word, slowly, beside each other; then you do. In the second hour we trace what happened with curves and see what the curves could not keep.',
    },
    {
      title: '閉会と片付け / Closing and washing of brushes',
      at: '2 16:00-16:30',
      kind: 'EVENT_RELATED',
      track: '中庭 Courtyard',
      description: 'Everybody washes one brush. Thank you for coming; the ink does come out, mostly.',
    },
  ],
  remarks: [
    [5, '来年も絶対に来ます。友達も連れて来ます。'],
    [4, 'Whispered interpretation worked far better than headphones. Sit near Kana, she does the jokes too.'],
    [5, 'I now see kerning everywhere and cannot make it stop. Five stars, zero peace.'],
    [3, '内容は良かったけれど、少し早口でした。'],
    [4, 'Lovely material. Please put the names of the typefaces on the slides!'],
    [5, 'Ich habe zum ersten Mal verstanden, was ein Schriftkegel ist. Und ich darf ihn jetzt behalten.'],
  ],
  comments: [
    ['haruka', 5, '猫が出席していた唯一の学会。'],
    ['fritzi', 5, 'Zwei Tage lang hat mich niemand gefragt, wozu man das braucht. Herrlich.'],
    [
      'attendee',
      4,
      'Courtyard workshops filled up within minutes; a second round would have been lovely. Everything else: perfect.',
    ],
    ['hoshino', 0, 'Serif says thank you (she slept on the feedback forms, so please write here).'],
    ['samuel', 5, 'I came to buy one book. I own nineteen now, and a composing stick.'],
  ],
};
