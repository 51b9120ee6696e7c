import type { BenchResult, Comparison, Line } from './result.js';

const WIDTH = 1000;
const MARGIN = 28;
const GAP = 36;
const PANEL = (WIDTH - 2 * MARGIN - GAP) / 2;
const LABEL = 168;
const VALUE = 72;
const BARS = PANEL - LABEL - VALUE;
const HEADING = 36;
const SUBTITLE = 16;
const SUBTITLE_CHARACTERS = 72;
const ROW = 22;
const BAR = 14;
const TOP = 92;
/** Truncates a bar that exceeds the next one by this factor, so that the others remain distinguishable. */
const CUT_ABOVE = 2;

/** Light and dark colour schemes; the image has its own background. */
const STYLE = `
  svg { --ground: #ffffff; --line: #d8dee4; --text: #1f2328; --quiet: #59636e;
    --ours: #0a5cc2; --ours-light: #7db7f5; --theirs: #7d8590; --theirs-light: #c5ccd3; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #0d1117; --line: #2a313b; --text: #e6edf3; --quiet: #9198a1;
      --ours: #3b8eff; --ours-light: #a5d0ff; --theirs: #6a737d; --theirs-light: #9aa4ae; }
  }
  text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; fill: var(--text); }
  .title { font-size: 18px; font-weight: 600; } .name { font-size: 14px; font-weight: 600; }
  .quiet { fill: var(--quiet); } .unit { font-size: 12px; font-weight: 400; } .ours-name { font-weight: 600; } .label, .value { dominant-baseline: central; }
  .label { text-anchor: end; } .ground { fill: var(--ground); stroke: var(--line); } .axis { stroke: var(--line); }
  .cut { stroke: var(--ground); stroke-width: 2.5; }
  .ours { fill: var(--ours); } .ours-light { fill: var(--ours-light); }
  .theirs { fill: var(--theirs); } .theirs-light { fill: var(--theirs-light); }`;

/** Renders the result as SVG: a panel per comparison, with a bar per way, the cheapest or fastest first. */
export function chart(result: BenchResult): string {
  const { comparisons, machine, versions, date } = result;
  const rows = Math.ceil(comparisons.length / 2);
  const heights = Array.from({ length: rows }, (_, row) =>
    Math.max(...comparisons.slice(2 * row, 2 * row + 2).map((one) => headingOf(one) + ROW * one.lines.length + GAP)),
  );
  const tops = heights.map((_, row) => TOP + heights.slice(0, row).reduce((sum, height) => sum + height, 0));
  const height = TOP + heights.reduce((sum, one) => sum + one, 0) + 8;
  const panels = comparisons.map((comparison, index) => {
    const x = MARGIN + (index % 2) * (PANEL + GAP);
    return panel(comparison, x, tops[Math.floor(index / 2)] ?? TOP);
  });
  const where = `${date}, ${machine.cpu}, ${machine.cores} cores, Node ${versions['Node']}, PostgreSQL ${versions['PostgreSQL']}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">CPU time per request of Lectern and others</title>
<desc id="description">${escaped(comparisons.map(inWords).join(' '))}</desc>
<style>${STYLE}
</style>
<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>
<text class="title" x="${MARGIN}" y="40">CPU time per request</text>
<text class="quiet" x="${MARGIN}" y="62">${escaped(where)}</text>
${legend()}
${panels.join('\n')}
</svg>
`;
}

function legend(): string {
  const entries = ['Node', 'PostgreSQL'].map((name, index) => {
    const x = WIDTH - MARGIN - 170 + 70 * index;
    const shade = index === 0 ? '' : '-light';
    return (
      `<rect class="ours${shade}" x="${x}" y="29" width="6" height="12"/>` +
      `<rect class="theirs${shade}" x="${x + 6}" y="29" width="6" height="12"/><text x="${x + 18}" y="39">${name}</text>`
    );
  });
  return entries.join('');
}

/** Segments and label of a bar. */
const bars: Readonly<Record<Comparison['judgedBy'], (line: Line) => { parts: number[]; text: string }>> = {
  cpu: ({ node, postgres, total }) => ({ parts: [node, postgres], text: `${whole(total)} µs` }),
  rate: ({ perSecond }) => ({ parts: [perSecond], text: `${whole(perSecond)} / s` }),
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function inOrder({ lines, judgedBy }: Comparison): Line[] {
  const length = (line: Line) => sum(bars[judgedBy](line).parts);
  return lines.toSorted((a, b) => (judgedBy === 'cpu' ? length(a) - length(b) : length(b) - length(a)));
}

function panel(comparison: Comparison, x: number, y: number): string {
  const { name, about, judgedBy } = comparison;
  const lines = inOrder(comparison);
  const lengths = lines.map((line) => sum(bars[judgedBy](line).parts)).toSorted((a, b) => b - a);
  const cutAbove = judgedBy === 'cpu' ? CUT_ABOVE : Infinity;
  const scale = Math.min(lengths[0] ?? 1, cutAbove * (lengths[1] ?? Infinity));
  const heading = headingOf(comparison);
  const rows = lines.map((line, index) => {
    const { parts, text } = bars[judgedBy](line);
    const ours = line.way.startsWith('Lectern');
    const middle = heading + ROW * index + ROW / 2;
    const length = sum(parts);
    const unit = BARS / Math.max(scale, length);
    let from = LABEL;
    const rects = parts.map((part, shade) => {
      const width = Math.max(part * unit, 0.5);
      const rect = `<rect class="${ours ? 'ours' : 'theirs'}${shade === 0 ? '' : '-light'}" x="${round(from)}" y="${middle - BAR / 2}" width="${round(width)}" height="${BAR}"/>`;
      from += width;
      return rect;
    });
    const cut = length > scale ? cutMark(LABEL + 0.9 * BARS, middle) : '';
    return (
      `<text class="label${ours ? ' ours-name' : ''}" x="${LABEL - 10}" y="${middle}">${escaped(line.way)}</text>` +
      `${rects.join('')}${cut}<text class="value quiet" x="${round(from + 6)}" y="${middle}">${text}</text>`
    );
  });
  const unit = judgedBy === 'cpu' ? '' : '<tspan class="quiet unit" dx="8">acknowledged per second</tspan>';
  const subtitle = wrapped(about).map(
    (words, index) => `<text class="quiet" x="0" y="${33 + SUBTITLE * index}">${escaped(words)}</text>`,
  );
  return `<g transform="translate(${x} ${y})">
<text class="name" x="0" y="14">${escaped(name)}${unit}</text>${subtitle.join('')}
<line class="axis" x1="${LABEL}" x2="${LABEL}" y1="${heading - 4}" y2="${heading + ROW * lines.length + 4}"/>
${rows.join('\n')}
</g>`;
}

const headingOf = ({ about }: Comparison) => HEADING + SUBTITLE * wrapped(about).length;

/** Wraps text at the width of a panel. */
function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= SUBTITLE_CHARACTERS) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Marks a truncated bar. */
function cutMark(x: number, middle: number): string {
  const [top, bottom] = [middle - BAR / 2 - 2, middle + BAR / 2 + 2];
  return `<path class="cut" d="M${round(x)} ${bottom}L${round(x + 6)} ${top}M${round(x + 6)} ${bottom}L${round(x + 12)} ${top}"/>`;
}

/** Text alternative of a panel, for screen readers. */
function inWords(comparison: Comparison): string {
  const { name, about, judgedBy } = comparison;
  const words = inOrder(comparison).map((line) => `${line.way} ${bars[judgedBy](line).text}`);
  return `${name}, ${about}: ${words.join(', ')}.`;
}

const whole = (value: number) => Math.round(value).toLocaleString('en').replaceAll(',', '\u202f');
const round = (value: number) => Number(value.toFixed(1));
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
