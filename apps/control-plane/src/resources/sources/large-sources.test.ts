import { Readable } from 'node:stream';
import { channelSettings, sourceAnalysisInput, sourceBreaksInput } from '@interlude/contract';
import { type Egress, SourceBudgets, SourceMemory, tierBudgets } from '@interlude/runtime';
import { expect, it } from 'vitest';
import { readSourceLadder } from '../channel-assets/source-ladder.ts';
import { createSourceService } from './source-service.ts';

const host = 'https://origin.test/';
const owner = { tenantId: 't1', tier: 'trial' } as const;
const caller = {
  ...{ userId: 'u', email: 'u@example.org', tenantId: 't1', role: 'Editor' as const },
  companies: ['t1'],
};

const media = (segments: number, tags = '') =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:2\n${`${tags}#EXTINF:2,\n0.ts\n`.repeat(segments)}`;
const multivariant = (renditions: number) =>
  `#EXTM3U\n${Array.from({ length: renditions }, (_, index) => `#EXT-X-STREAM-INF:BANDWIDTH=${index + 1}\nv${index}.m3u8\n`).join('')}`;
const mpd = (attributes: string, template: string) =>
  `<MPD type="dynamic" availabilityStartTime="2020-01-01T00:00:00Z" ${attributes}><Period start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4">${template}<Representation id="a" bandwidth="1"/></AdaptationSet></Period></MPD>`;

/** An origin with these manifests by name, of which all have `rest` but those named. */
function originOf(texts: Readonly<Record<string, string>>, rest = '') {
  const requested: string[] = [];
  const answer = (url: string) => {
    requested.push(url.slice(host.length));
    const text = texts[url.slice(host.length)] ?? rest;
    return { status: 200, url, headers: {}, body: Buffer.from(text) };
  };
  const egress: Pick<Egress, 'check' | 'fetch' | 'request' | 'stream'> = {
    fetch: () => Promise.reject(new Error('sources are requested')),
    check: () => undefined,
    request: async ({ url }) => answer(url),
    stream: async ({ url }) => {
      const { body, ...head } = answer(url);
      return { ...head, body: Readable.from([body]) };
    },
  };
  return { egress, requested };
}

function serviceOf(egress: ReturnType<typeof originOf>['egress'], budgets = new SourceBudgets()) {
  const service = createSourceService({
    ...{
      egress: { forTenant: () => egress },
      budgets,
      now: () => Date.parse('2026-01-01T00:00:00Z'),
    },
    channels: { find: async () => undefined },
    rateLimits: { take: async () => 0 },
    tierOf: async () => owner.tier,
  });
  return {
    budgets,
    analyse: (name: string) =>
      service.analyse(caller, sourceAnalysisInput.parse({ sourceManifestUrl: host + name })),
    findBreaks: (name: string, type: string) =>
      service.findBreaks(caller, sourceBreaksInput.parse({ sourceManifestUrl: host + name, type })),
  };
}

const { entries } = tierBudgets.trial;
const tooLong = media(entries + 1);
const ticks = '<SegmentTemplate timescale="10000000" duration="1" media="$Number$"/>';

it.each([
  ['a media playlist', 'm.m3u8', { 'm.m3u8': tooLong }],
  ['the first rendition', 'x.m3u8', { 'x.m3u8': multivariant(2), 'v0.m3u8': tooLong }],
  ['too many variants', 'x.m3u8', { 'x.m3u8': multivariant(1_001) }],
  ['an MPD of ticks', 'x.mpd', { 'x.mpd': mpd('timeShiftBufferDepth="P1000Y"', ticks) }],
  ['an MPD of many elements', 'x.mpd', { 'x.mpd': mpd('', '<S/>'.repeat(entries)) }],
])('SEC-S55 a source that is too large is not analysed: %s', async (_, name, texts) => {
  const { egress } = originOf(texts);
  const { budgets, analyse, findBreaks } = serviceOf(egress);
  const type = name.endsWith('.mpd') ? 'dash-live' : 'hls-live';
  const error = {
    type: 'MANIFEST_TOO_LARGE',
    message: expect.stringMatching(/^The source is larger than it may be: more than \d+ /),
  };
  expect((await analyse(name)).error).toEqual(error);
  expect((await findBreaks(name, type)).error).toEqual(error);
  expect(budgets.memory.bytes).toBe(0);
});

it('SEC-S56 an analysis keeps nothing, and reads what its company may have of the renditions', async () => {
  const { egress } = originOf({ 'x.m3u8': multivariant(40) }, media(1_000));
  const { budgets, analyse } = serviceOf(egress, new SourceBudgets(new SourceMemory(4_000_000)));
  const { error, warnings } = await analyse('x.m3u8');
  expect(error).toBeUndefined();
  const unread = warnings.filter(({ code }) => code === 'RENDITION_UNREADABLE');
  expect(unread.length).toBeGreaterThan(30);
  expect(unread[0]?.message).toContain('bytes in all sources of the company');
  expect(budgets.memory.bytes).toBe(0);
});

it('SEC-S57 few sources of a company are looked at at one time', async () => {
  const { egress } = originOf({ 'm.m3u8': media(3) });
  let now = 0;
  let most = 0;
  const counting: typeof egress = {
    ...egress,
    stream: async (request) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return egress.stream(request);
    },
  };
  const { findBreaks } = serviceOf(counting);
  await Promise.all(Array.from({ length: 10 }, () => findBreaks('m.m3u8', 'hls-live')));
  expect(most).toBe(tierBudgets.trial.assetsAtOnce);
});

it('SEC-S58 of thousands of markers the newest are found', async () => {
  const pair = '#EXT-X-CUE-OUT:2\n#EXTINF:2,\n0.ts\n#EXT-X-CUE-IN\n#EXTINF:2,\n1.ts\n';
  const { egress } = originOf({ 'm.m3u8': media(0) + pair.repeat(entries / 2) });
  const { breaks, error } = await serviceOf(egress).findBreaks('m.m3u8', 'hls-live');
  expect(error).toBeUndefined();
  expect(breaks.length).toBeGreaterThan(100);
  expect(breaks.length).toBeLessThanOrEqual(1_000);
});

it.each([
  ['hls-live', 'm.m3u8', tooLong],
  ['dash-live', 'x.mpd', mpd('', '<S/>'.repeat(entries))],
])('SEC-S55 the ladder of a source that is too large is not read: %s', async (type, name, text) => {
  const { egress } = originOf({ [name]: text });
  const settings = channelSettings.parse({ name: 'c', type, sourceManifestUrl: host + name });
  const budgets = new SourceBudgets();
  const read = budgets.look(owner, (budget) => readSourceLadder(egress, budget, settings));
  await expect(read).rejects.toMatchObject({ code: 'SOURCE_TOO_LARGE' });
});
