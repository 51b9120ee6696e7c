import type { Random } from '../seed/random.js';
import type { Palette } from './palettes.js';

/** Draws SVG elements on a canvas of 480 × 480 pixels with a painted background. */
export type Composition = (palette: Palette, random: Random) => string;

const SIZE = 480;
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const shapesOf = ([, ...shapes]: Palette): string[] => shapes;

/** Tiles of quarter circles in random rotations. */
const tiles: Composition = (palette, random) => {
  const side = SIZE / 4;
  const tile = (column: number, row: number): string => {
    const [one, other] = random.sample(shapesOf(palette), 2);
    const place = `translate(${column * side} ${row * side}) rotate(${random.between(0, 3) * 90} ${side / 2} ${side / 2})`;
    const arc = (radius: number, colour: string | undefined): string =>
      `<path d="M0 0H${radius}A${radius} ${radius} 0 0 1 0 ${radius}Z" fill="${colour}"/>`;
    return `<g transform="${place}">${arc(side, one)}${random.chance(0.6) ? arc(side / 2, other) : ''}</g>`;
  };
  return range(16)
    .map((index) => tile(index % 4, Math.floor(index / 4)))
    .join('');
};

/** A sun over layers of hills. */
const hills: Composition = (palette, random) => {
  const [sun, ...slopes] = random.sample(shapesOf(palette), 4);
  const disc = `<circle cx="${random.between(120, 360)}" cy="${random.between(110, 190)}" r="${random.between(55, 95)}" fill="${sun}"/>`;
  const hill = (colour: string, index: number): string => {
    const height = 230 + index * 75;
    const [left, right] = [random.between(-110, 90), random.between(-90, 110)];
    const crest = `M0 ${height}C160 ${height + left} 320 ${height + right} ${SIZE} ${height - random.between(-30, 30)}`;
    return `<path d="${crest}V${SIZE}H0Z" fill="${colour}"/>`;
  };
  return disc + slopes.map(hill).join('');
};

/** Concentric rings around an off-center point. */
const orbits: Composition = (palette, random) => {
  const colours = shapesOf(palette);
  const [x, y] = [random.between(140, 340), random.between(140, 340)];
  const ring = (index: number): string => {
    const turn = random.between(0, 359);
    const radius = 36 + index * 38;
    const length = 2 * Math.PI * radius * (0.35 + random.next() * 0.6);
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colours[index % colours.length]}" stroke-width="22"
      stroke-linecap="round" stroke-dasharray="${length.toFixed(1)} 9999" transform="rotate(${turn} ${x} ${y})"/>`;
  };
  return `${range(7).map(ring).join('')}<circle cx="${x}" cy="${y}" r="16" fill="${colours[0]}"/>`;
};

/** Slanted ribbons behind two concentric discs. */
const ribbons: Composition = (palette, random) => {
  const colours = random.sample(shapesOf(palette), 4);
  const ribbon = (index: number): string =>
    `<rect x="-240" y="${index * 80 - 200}" width="960" height="${random.between(24, 62)}" rx="30" fill="${colours[index % colours.length]}"/>`;
  const angle = random.pick([-35, -20, 25, 40]);
  return `<g transform="rotate(${angle} 240 240)">${range(11).map(ribbon).join('')}</g>
    <circle cx="240" cy="240" r="${random.between(80, 120)}" fill="${palette[0]}"/>
    <circle cx="240" cy="240" r="${random.between(38, 66)}" fill="${colours[0]}"/>`;
};

/** A grid of leaves, a few of them rotated. */
const leaves: Composition = (palette, random) => {
  const colours = shapesOf(palette);
  const leaf = (index: number): string => {
    const [x, y] = [48 + (index % 5) * 96, 48 + Math.floor(index / 5) * 96];
    const lean = random.chance(0.2) ? 90 : 0;
    return `<path d="M${x - 40} ${y + 40}Q${x - 40} ${y - 40} ${x + 40} ${y - 40}Q${x + 40} ${y + 40} ${x - 40} ${y + 40}Z"
      fill="${random.pick(colours)}" transform="rotate(${lean} ${x} ${y})"/>`;
  };
  return range(25).map(leaf).join('');
};

export const compositions: readonly Composition[] = [tiles, hills, orbits, ribbons, leaves];
