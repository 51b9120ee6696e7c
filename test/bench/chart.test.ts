import { describe, expect, it } from '@jest/globals';
import { chart } from '../../bench/chart.js';
import { madeUp } from './made-up.js';

const picture = chart(madeUp);
const widthsOf = (kind: string) =>
  [
    ...picture.matchAll(new RegExp(`<rect class="${kind}" x="[\\d.]+" y="[\\d.]+" width="([\\d.]+)" height="14"`, 'g')),
  ].map(([, width]) => Number(width));

describe('the chart', () => {
  it('describes its contents in words', () => {
    expect(picture).toContain('role="img" aria-labelledby="title description"');
    expect(/<desc id="description">(.*)<\/desc>/.exec(picture)?.[1]).toBe(
      'R1, what R1 is: Lectern, v2.1 90 µs, by hand, counting 100 µs, Lectern, /graphql 120 µs. ' +
        'R2, what R2 is: by hand, counting 100 µs, Lectern, v2.1 120 µs, Apollo, em.find 900 µs. ' +
        'star write, what star write is: by hand 1\u202f000 / s, Lectern, star 1\u202f000 / s.',
    );
  });

  it('draws bars in proportion: Node first, PostgreSQL after it', () => {
    const [quickest = 0, graph = 0] = widthsOf('ours');
    expect(graph / quickest).toBeCloseTo(120 / 90, 1);
    expect((widthsOf('ours-light')[0] ?? 0) / quickest).toBeCloseTo(1 / 3, 1);
  });

  it('truncates a bar that would make the others indistinguishable', () => {
    expect(picture.match(/class="cut"/g)).toHaveLength(1);
    const [, second = 0, longest = 0] = widthsOf('theirs');
    expect(longest).toBeGreaterThan(second);
  });

  it('is well-formed: every element is closed, and text is escaped', () => {
    expect(picture).toContain('Some &lt;CPU&gt; &amp; more');
    const open: string[] = [];
    for (const [, close, name = '', self] of picture.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (close) expect(open.pop()).toBe(name);
      else if (!self) open.push(name);
    }
    expect(open).toEqual([]);
    expect(picture).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('has colours for light and dark surroundings, and its own background', () => {
    const variables = (css: string) => [...css.matchAll(/--[a-z-]+(?=:)/g)].map(([name]) => name);
    const [light = '', dark = ''] = picture.split('@media (prefers-color-scheme: dark)');
    expect(variables(light)).toEqual(variables(dark));
    expect(picture).toContain('<rect class="ground"');
  });
});
