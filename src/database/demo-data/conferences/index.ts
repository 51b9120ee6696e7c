import type { Conference } from '../conference.js';
import { breadcrumbs, jackpot, offsite } from './behind-the-curtain.js';
import { kupu, nightTrains, quietMachines } from './calls-for-papers.js';
import { darkSky } from './dark-sky.js';
import { esperanto } from './esperanto.js';
import { everyonesWeb } from './everyones-web.js';
import { marginalia } from './marginalia.js';
import { moji } from './moji.js';
import { monsoonData } from './monsoon-data.js';
import { openDataDays } from './open-data-days.js';
import { patchwork, patchworkLastYear } from './patchwork.js';
import { pixelAndPawn } from './pixel-and-pawn.js';
import { smallGardens } from './small-gardens.js';

/** In the order in which they were submitted, so that the earlier of two with one name has the shorter address. */
export const conferences: readonly Conference[] = [
  patchworkLastYear,
  marginalia,
  smallGardens,
  openDataDays,
  darkSky,
  moji,
  patchwork,
  everyonesWeb,
  pixelAndPawn,
  esperanto,
  monsoonData,
  kupu,
  nightTrains,
  quietMachines,
  offsite,
  breadcrumbs,
  jackpot,
];
