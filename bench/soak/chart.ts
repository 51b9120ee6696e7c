import type { SoakResult } from './result.js';

const WIDTH = 1000;
const LEFT = 64;
const RIGHT = 130;
const PLOT = WIDTH - LEFT - RIGHT;
const TALL = 150;
const HEADING = 34;
const PANEL = TALL + HEADING + 34;
const TOP = 76;
const STYLE = `
  svg { --ground: #ffffff; --line: #d8dee4; --text: #1f2328; --quiet: #59636e; --a: #7d8590; --b: #0a5cc2; --c: #c2570a; --d: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #0d1117; --line: #2a313b; --text: #e6edf3; --quiet: #9198a1; --a: #9aa4ae; --b: #3b8eff; --c: #f0883e; --d: #3fb950; }
  }
  text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; fill: var(--text); }
  .title { font-size: 18px; font-weight: 600; } .name { font-size: 14px; font-weight: 600; } .quiet { fill: var(--quiet); }
  .ground { fill: var(--ground); stroke: var(--line); } .grid { stroke: var(--line); } .end { text-anchor: end; }
  polyline { fill: none; stroke-width: 1.5; stroke-linejoin: round; }`;
const COLOURS = ['var(--a)', 'var(--b)', 'var(--c)', 'var(--d)'] as const;

interface Curve {
  readonly name: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

/** Renders memory, event-loop delay and latency over time, one panel each. */
export function soakChart(result: SoakResult): string {
  const { processes, keptReads, machine, minutes, workers, rate, began } = result;
  const panels: readonly (readonly [string, readonly Curve[]])[] = [
    ['Resident memory, MB', processes.map((one) => curve(one.name, one.samples, ({ resident }) => resident))],
    [
      'Event-loop delay, ms: 99th percentile of each sample',
      processes.map((one) => curve(one.name, one.samples, ({ delay99 }) => delay99)),
    ],
    [
      'Cached reads, ms from their due time',
      [curve('median', keptReads, ({ median }) => median), curve('99th percentile', keptReads, ({ p99 }) => p99)],
    ],
  ];
  const height = TOP + PANEL * panels.length + 10;
  const about = `${Math.round(rate)} requests per second, half of the peak; ${workers} workers; ${machine.cpu}, ${machine.cores} cores, Node ${result.node}; ${result.date}`;
  const span = minutes * 60_000;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>Memory, event-loop delay and latency over ${minutes} min</title>
<style>${STYLE}
</style>
<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>
<text class="title" x="28" y="36">Mixed load for ${minutes} min</text><text class="quiet" x="28" y="58">${about}</text>
${panels.map(([name, curves], index) => panel(name, curves, TOP + PANEL * index, began, span)).join('\n')}
</svg>
`;
}

function curve<Sample extends { readonly at: number }>(
  name: string,
  samples: readonly Sample[],
  value: (sample: Sample) => number,
): Curve {
  return { name, points: samples.map((sample) => ({ at: sample.at, value: value(sample) })) };
}

function panel(name: string, curves: readonly Curve[], top: number, began: number, span: number): string {
  const most = Math.max(...curves.flatMap(({ points }) => points.map(({ value }) => value)), 1);
  const bottom = top + HEADING + TALL;
  const y = (value: number) => round(bottom - (value / most) * TALL);
  const lines = curves.map(({ name: label, points }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const inside = points.filter(({ at }) => at <= began + span);
    const path = inside.map(({ at, value }) => `${round(LEFT + ((at - began) / span) * PLOT)},${y(value)}`);
    const key = `<text x="${LEFT + PLOT + 12}" y="${top + HEADING + 12 + 18 * index}" style="fill:${colour}">${label}</text>`;
    return `<polyline points="${path.join(' ')}" style="stroke:${colour}"/>${key}`;
  });
  const grid = [0, 0.5, 1].map((part) => {
    const value = most * part;
    const text = value < 10 ? value.toFixed(1) : String(Math.round(value));
    return `<line class="grid" x1="${LEFT}" x2="${LEFT + PLOT}" y1="${y(value)}" y2="${y(value)}"/><text class="quiet end" x="${LEFT - 8}" y="${y(value) + 4}">${text}</text>`;
  });
  const times = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const minute = Number(((span * part) / 60_000).toFixed(1));
    return `<text class="quiet" text-anchor="middle" x="${LEFT + part * PLOT}" y="${bottom + 18}">${minute}</text>`;
  });
  return `<text class="name" x="28" y="${top + 18}">${name}</text>\n${grid.join('')}${times.join('')}\n${lines.join('\n')}`;
}

const round = (value: number) => Number(value.toFixed(1));
