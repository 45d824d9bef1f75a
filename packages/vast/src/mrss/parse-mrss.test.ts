import { describe, expect, it } from 'vitest';
import { parseMrss } from '../index.ts';
import { readVector } from '../vast-documents.suite.ts';

function feedOf(xml: string) {
  const result = parseMrss(xml);
  if (result.kind === 'invalid') throw new Error(result.reason);
  return result;
}

describe('parseMrss', () => {
  it('V9 reads items with their media, categories and durations', () => {
    const { items } = feedOf(readVector('feed.mrss.xml'));
    expect(items.map(({ id, title, category }) => [id, title, category])).toEqual([
      ['intro-1', 'Intro', 'intro'],
      ['asset-1', 'An asset & more', null],
      ['', 'Outro', 'outro'],
    ]);
    expect(items.map(({ durationMs }) => durationMs)).toEqual([8_000, 5_400_500, undefined]);
    expect(items[1]?.media.map(({ delivery }) => delivery)).toEqual(['hls', 'dash']);
    expect(items[2]?.media).toEqual([
      { url: 'https://media.example/outro.mpd?x=1', type: '', delivery: 'dash' },
    ]);
  });

  it('V9 reads cue points in order with their parameters', () => {
    const { items, warnings } = feedOf(readVector('feed.mrss.xml'));
    expect(items[1]?.cuePoints).toEqual([
      { id: 'pre', spliceTimeMs: 0, maxCount: undefined, durationMs: 30_000, params: {} },
      {
        id: 'mid',
        spliceTimeMs: 600_000,
        maxCount: 3,
        durationMs: 45_500,
        params: { genre: 'drama', slot: 'm1' },
      },
      { id: 'post', spliceTimeMs: -1, maxCount: 1, durationMs: undefined, params: {} },
    ]);
    expect(warnings).toHaveLength(1);
  });

  it('V9 reads clocks, attributes and items without cue points', () => {
    const { items } = feedOf(
      `<rss><channel><item><ad:cuepoints><ad:cuepoint splicetime="00:01:30"/></ad:cuepoints></item><item/></channel></rss>`,
    );
    expect(items[0]?.cuePoints).toMatchObject([{ id: '1', spliceTimeMs: 90_000 }]);
    expect(items[1]).toMatchObject({ media: [], cuePoints: [], category: null });
  });

  it('V9 keeps names of parameters that objects have by themselves', () => {
    const { items } = feedOf(
      '<rss><channel><item><cuepoints><cuepoint><splicetime>5</splicetime><__proto__>x</__proto__></cuepoint></cuepoints></item></channel></rss>',
    );
    expect(Object.entries(items[0]?.cuePoints[0]?.params ?? {})).toEqual([['__proto__', 'x']]);
  });

  it.each([
    ['no XML', 'Not found'],
    ['another root', '<feed/>'],
    ['an empty body', ''],
  ])('V11 names %s invalid', (_name, xml) => {
    expect(parseMrss(xml)).toMatchObject({ kind: 'invalid' });
  });
});
