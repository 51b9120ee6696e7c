import { demoAccounts } from './accounts.js';

/** Somebody who has an account. */
export interface Person {
  readonly username: string;
  readonly fullName: string;
  readonly biography: string | null;
  readonly twitter: string | null;
  readonly isTrusted: boolean;
}

type Entry = readonly [username: string, fullName: string, biography?: string, twitter?: string];

const entries: readonly Entry[] = [
  ['admin', 'Ottilie Brandt', 'Keeps the lights on. Answers mail on Thursdays.'],
  [
    'host',
    'Mirembe Achieng',
    'Organises conferences where the coffee is good and the breaks are long.',
    'mirembe_hosts',
  ],
  [
    'speaker',
    'Rafael Núñez Ibarra',
    'Talks about maps, maintenance, and how to say no to a feature kindly.',
    'rafa_mapas',
  ],
  [
    'attendee',
    'Yuki Tanabe (田辺ゆき)',
    'Sits in the third row. Takes notes by hand and publishes them anyway.',
    'yuki3rdrow',
  ],
  ['sunniva', 'Sunniva Haugland', 'Librarian in Tromsø. Ask me about the box under the stairs.'],
  [
    'tariq.m',
    'طارق منصور',
    'خطاط ومصمم خطوط من الإسكندرية. Type designer, calligrapher, stubborn about baselines.',
    'tariq_types',
  ],
  ['kseniya', 'Ксения Воронцова', 'Занимаюсь открытыми картами и чаем. Open maps, strong tea.', 'kseniya_map'],
  ['papadakis', 'Ελένη Παπαδάκη', 'Ανοιχτά δεδομένα, κλειστές ομπρέλες. Civic data in Thessaloniki.'],
  ['hoshino', '星野 恵', '活字と猫。Letterpress printer in Kyoto; the cat is called Serif.', 'hoshino_kumi'],
  ['bartek', 'Bartłomiej Żółkiewski', 'Build systems by day, beekeeping by weekend.'],
  ['zsofi', 'Zsófia Kőszegi', 'Screen reader user, tester, terrible at chess, undefeated at Carcassonne.', 'zsofi_k'],
  ['lerato', 'Lerato Mokoena', 'Radio astronomy and radio plays.', 'lerato_listens'],
  ['ines.a', 'Inês Abrantes', 'Restores old games so that new people can lose at them.'],
  ['gwen', 'Gwenllian Prys-Davies', 'Archivist. Y mae’r gath yn dweud helo.'],
  ['dmitar', 'Димитър Колев', 'Градинар на балкон: 14 сорта домати. Balcony gardener.'],
  ['anoush', 'Անուշ Պետրոսյան', 'Localisation, fonts, apricots.', 'anoush_l10n'],
  ['oisin', 'Oisín Ó Braonáin', 'Writes parsers. Reads labels.'],
  ['mei.lin', '林美玲', '在台北寫程式與種香草。', 'meilin_herbs'],
  ['jorun', 'Jórunn Ketilsdóttir', 'Community manager; knits through every keynote.'],
  ['abebe', 'Abebe Wolde-Mikael', 'Operations. If it is quiet, that was me.', 'abebe_ops'],
  ['thuy', 'Nguyễn Thị Thu Thủy', 'Database person. Believes in constraints, in schemas and in life.'],
  ['noor', 'Noor van der Heijden', 'Teaches pruning to people who are afraid of it.'],
  [
    'matteo',
    'Matteo Quattrocchi',
    'Ferroviario. Collects timetables from countries that no longer exist.',
    'quattrotreni',
  ],
  ['priya.r', 'Priya Raghunathan', 'Query planners, monsoon clouds, filter coffee.', 'priya_plans'],
  ['hinemoa', 'Hinemoa Te Rangi', 'Ngā mihi! Language technology for languages that were told to be quiet.'],
  ['elif', 'Elif Gökçen Yıldız', 'Dark-sky campaigner. Please turn that lamp off.', 'elif_darksky'],
  ['samuel', 'Samuel Etxeberria', 'Half of a two-person translation co-operative.'],
  ['wanjiru', 'Wanjirũ Kamau', 'Product person in recovery. Captions everything.'],
  ['fritzi', 'Friederike „Fritzi“ Löwenstein', 'Hausmeisterin eines sehr alten Repositoriums.', 'fritzi_l'],
  ['caio', 'Caio Brandão Leite', 'Faz jogos pequenos sobre coisas grandes.', 'caiojoga'],
  ['rosalba', 'Rosalba Huenchullán', 'Guía de cielo nocturno en el valle del Elqui.'],
  ['ewa.n', 'Ewa Nowosielska', 'Parolas Esperanton, polan kaj kun kolomboj.'],
  ['desmond', 'Desmond Kwarteng', 'Public libraries are infrastructure.', 'desk_warteng'],
  ['liv', 'Liv Åkerblom', 'Plain language editor. Short bios.'],
  ['haruka', '佐伯 はるか', 'フォントのヒンティングだけで生きています。'],
  ['yannick', 'Yannick Delacroix-Mbemba', 'Accessibility lead; collects lifts that talk.', 'yannick_a11y'],
  ['marisol', 'Marisol Peñalver', 'Semillas, suelos y hojas de cálculo.'],
  ['tove', 'Tove Lindqvist-Øye'],
  ['ravi', 'Ravi Somasundaram', 'Maintains a library with eleven users and loves each of them.'],
  ['kaja', 'Kája Procházková'],
  ['opal', 'Opal Fitzgerald', 'Bakes rye. Breaks builds.', 'opal_crumb'],
  ['bruno', 'Bruno Castelnuovo'],
  ['seo.yun', '서윤아', '도서관과 게임 사이 어딘가.', 'seoyuna'],
  ['mahsa', 'مهسا کریمی', 'Night-shift sysadmin, day-shift poet.'],
];

const trusted: readonly string[] = ['host', 'sunniva', 'jorun'];

/** Everybody who has an account in the demo; those of `demoAccounts` come first. */
export const people: readonly Person[] = entries.map(([username, fullName, biography, twitter]) => ({
  username,
  fullName,
  biography: biography ?? null,
  twitter: twitter ?? null,
  isTrusted: trusted.includes(username),
}));

/** Whether somebody is one of the accounts that people try the service with. */
export function isDemoAccount(username: string): boolean {
  return demoAccounts.some((account) => account.username === username);
}
