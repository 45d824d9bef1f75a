/** On-demand routes that need no media: the MRSS feed and the breaks of VMAP. */
import { parseMrss, parseVmap } from '@interlude/vast';
import { describe, expect, it } from 'vitest';
import { readOffsets, writeVmap } from '../ad-server/vmap.ts';
import type { LabRequest } from '../http/lab-request.ts';
import { createMrssRoutes } from './mrss-routes.ts';

async function mrss(search = ''): Promise<string> {
  const request: LabRequest = {
    method: 'GET',
    parts: ['mrss'],
    query: new URLSearchParams(search),
    search,
    headers: {},
    body: async () => '',
  };
  const found = await createMrssRoutes(() => 'http://lab.test')(request);
  return String(found?.body);
}

describe('MRSS', () => {
  it('names the asset in both protocols with its cue points in milliseconds', async () => {
    const text = await mrss();
    expect(text).toContain(
      '<media:content url="http://lab.test/vod/hls/master.m3u8" type="application/vnd.apple.mpegurl" medium="video" duration="230.400"/>',
    );
    expect(text).toContain('type="application/dash+xml"');
    expect([...text.matchAll(/<splicetime>(.+?)</g)].map((match) => match[1])).toEqual([
      ...['0', '57600', '115200', '-1'],
    ]);
  });

  it('V9 is read by the platform as it was meant', async () => {
    const result = parseMrss(await mrss('?intro=on&maxcount=2&duration=30'));
    if (result.kind !== 'feed') throw new Error(result.reason);
    expect(result.warnings).toEqual([]);
    expect(result.items.map(({ id, category }) => [id, category])).toEqual([
      ['lab-intro', 'intro'],
      ['lab-vod', null],
    ]);
    expect(result.items[1]).toMatchObject({
      durationMs: 230_400,
      media: [{ delivery: 'hls' }, { delivery: 'dash' }],
      cuePoints: [0, 57_600, 115_200, -1].map((spliceTimeMs) => ({
        ...{ spliceTimeMs, maxCount: 2, durationMs: 30_000 },
      })),
    });
  });

  it('puts clips around it and says what each cue point asks for', async () => {
    const text = await mrss('?cuepoints=57600&maxcount=2&duration=30&intro=on&outro=on');
    expect([...text.matchAll(/<guid.*?>(.+?)</g)].map((match) => match[1])).toEqual([
      ...['lab-intro', 'lab-vod', 'lab-outro'],
    ]);
    expect(text).toMatch(/<splicetime>57600<\/splicetime>\s+<maxcount>2<.*\s+<duration>30</);
  });

  it('refuses cue points that are no times, and answers with a fault by query', async () => {
    await expect(mrss('?cuepoints=soon')).rejects.toThrow();
    expect(await mrss('?fault=html')).toContain('Please sign in');
  });
});

describe('VMAP', () => {
  const look = {
    offsets: readOffsets(new URLSearchParams('offsets=start,00:00:57.600,50%25,end')),
    repeatAfter: undefined,
    tagUrl: (id: string) => `http://lab.test/ads/vast?bid=${id}`,
    vast: undefined,
    trackerUrl: (event: string, id: string) => `http://lab.test/beacon/${event}?bid=${id}`,
  };

  it('V9 gives each break its offset, its ads and its trackers', () => {
    const text = writeVmap(look);
    expect([...text.matchAll(/timeOffset="(.+?)"/g)].map((match) => match[1])).toEqual(
      look.offsets,
    );
    expect(text).toContain('<![CDATA[http://lab.test/ads/vast?bid=vmap-2]]>');
    expect(text.match(/<vmap:Tracking event="breakEnd">/g)).toHaveLength(4);
  });

  it('V9 is read by the platform as it was meant', () => {
    const result = parseVmap(writeVmap(look));
    if (result.kind !== 'breaks') throw new Error('no breaks');
    expect(result.breaks.map((each) => each.offset.kind)).toEqual([
      ...['start', 'time', 'percent', 'end'],
    ]);
  });

  it('V9 carries the VAST inside when it shall, without a second prolog', () => {
    const text = writeVmap({
      ...look,
      vast: () => '<?xml version="1.0"?>\n<VAST version="4.2"/>\n',
    });
    expect(text.match(/<\?xml/g)).toHaveLength(1);
    expect(text.match(/<VAST version="4.2"\/>/g)).toHaveLength(4);
  });

  it('refuses an offset that is none', () => {
    expect(() => readOffsets(new URLSearchParams('offsets=noon'))).toThrow();
  });
});
