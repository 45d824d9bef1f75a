import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { profileOfLadder } from '@interlude/conditioning';
import {
  type ChannelSettings,
  channelSettings,
  sourceAnalysis,
  sourceAnalysisInput,
  sourceBreaks,
  sourceBreaksInput,
} from '@interlude/contract';
import { profileHashOf } from '@interlude/persistence';
import { createEgress, type Egress, SourceBudgets } from '@interlude/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  above,
  bytesOf,
  hasShared,
  manifestFiles,
  usualMedia,
} from '../../testing/analysed-sources.suite.ts';
import { readSourceLadder } from '../channel-assets/source-ladder.ts';
import { createSourceService } from './source-service.ts';

const caller = {
  ...{ userId: 'u', email: 'u@example.org', tenantId: 't', role: 'Editor' as const },
  companies: ['t'],
};

let server: Server;
let at: string;
let egress: Egress;

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, kind, number] = /^\/(file|above)\/(\d+)/.exec(request.url ?? '') ?? [];
    const file = manifestFiles[Number(number)];
    if (kind === 'above') response.end(above(`../file/${number}.m3u8`));
    else response.end(file === undefined ? usualMedia : atHome(bytesOf(file)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  at = `http://${host}`;
  egress = createEgress({ allow: [host] });
});
afterAll(async () => {
  await egress.close();
  await new Promise((resolve) => server.close(resolve));
});

const budgets = new SourceBudgets();
const owner = { tenantId: 't1', tier: 'basic' } as const;
const service = () =>
  createSourceService({
    egress,
    channels: { find: async () => undefined },
    rateLimits: { take: async () => 0 },
    budgets,
    tierOf: async () => owner.tier,
    now: () => Date.now(),
  });
const analyse = async (path: string) => {
  const request = sourceAnalysisInput.parse({ sourceManifestUrl: at + path });
  return sourceAnalysis.parse(await service().analyse(caller, request));
};
const tryIt = async (path: string, type: string, part: object = {}) => {
  const request = sourceBreaksInput.parse({ sourceManifestUrl: at + path, type, ...part });
  return sourceBreaks.parse(await service().findBreaks(caller, request));
};
const numbered = manifestFiles.map(({ name }, index) => [name, index] as const);
const numberOf = (end: string) => manifestFiles.findIndex(({ name }) => name.endsWith(end));

/** No request leaves this machine: addresses of other hosts in a manifest are requested from this server. */
function atHome(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const addresses = text.startsWith('#')
    ? text.replaceAll(/https?:\/\/[\w.:-]+(?=\/)/g, at)
    : text.replaceAll(/(<Location>)https?:\/\/[\w.:-]+(?=\/)/g, `$1${at}`);
  return Buffer.from(addresses, 'latin1');
}

type Analysed = Awaited<ReturnType<typeof analyse>>;

function checkFound(found: Analysed, manifestType: string): void {
  expect(found.manifestType).toBe(manifestType);
  expect(found.type).toBe(`${manifestType}-${found.isLive ? 'live' : 'vod'}`);
  expect(found.segmentSeconds).toBeGreaterThan(0);
  expect(found.profile).toMatchObject({ manifestType });
  for (const warning of found.warnings) expect(warning.message).toMatch(/\.|:/);
}

function checkError(error: NonNullable<Analysed['error']>): void {
  expect(error.message).toMatch(/\.$/);
  expect(['MANIFEST_INVALID', 'NOT_A_MANIFEST']).toContain(error.type);
}

describe('every manifest', () => {
  it('there are some', () => {
    expect(manifestFiles.length).toBeGreaterThan(10);
  });

  it.each(numbered)('API-050 %s has a sensible answer or a named error', async (name, index) => {
    const own = await analyse(`/file/${index}`);
    const manifestType = name.endsWith('.mpd') ? 'dash' : 'hls';
    const isMedia = own.error?.type === 'NO_MASTER_MANIFEST';
    const found = isMedia ? await analyse(`/above/${index}.m3u8`) : own;
    if (found.error === undefined) checkFound(found, manifestType);
    else checkError(found.error);
    const type = found.type ?? `${manifestType}-live`;
    const tried = await tryIt(`/file/${index}`, type, { useScte35: true });
    for (const { reason } of tried.ignored) expect(reason).toMatch(/\.$/);
  });
});

/**
 * Hashes of the conditioning profile by the source alone and by the analysed profile; if they differed, saving an
 * analysis would encode every ad anew.
 */
async function hashes(path: string, type: string, profile: object) {
  const read = (part: object) =>
    channelSettings.parse({ name: 'c', sourceManifestUrl: at + path, type, ...part });
  const ladderOf = (settings: ChannelSettings) =>
    budgets.look(owner, (budget) => readSourceLadder(egress, budget, settings));
  const [plain, analysed] = [read({}), read({ profile })];
  const [before, after] = await Promise.all(
    [plain, analysed].map(async (settings) =>
      profileHashOf(profileOfLadder(await ladderOf(settings), settings)),
    ),
  );
  return { before, after };
}

describe('the profile of an analysis', () => {
  const masters = numbered.filter(([name]) => /master|multivariant|\.mpd$/.test(name));

  it.each(masters)('API-050 CHE-024 of %s changes no creative', async (_name, index) => {
    const { profile, type = '', error } = await analyse(`/file/${index}`);
    if (profile === undefined) {
      expect(error).toBeDefined();
      return;
    }
    const { before, after } = await hashes(`/file/${index}`, type, profile);
    expect(after).toBe(before);
  });
});

type Telling = readonly [file: string, breaks: readonly (readonly [number, number | null])[]];
const ownTelling: readonly Telling[] = [['cue-out-in.m3u8', [[8, 16]]]];
const sharedTelling: readonly Telling[] = [
  [
    'threefive-oatcls-cueout-cont-two-breaks.m3u8',
    [
      [10, 30],
      [75, 30],
    ],
  ],
  ['globo-elemental-asset-oatcls.m3u8', [[22.04, 50]]],
  ['globo-envivio-cue-span.m3u8', [[25.12, 40]]],
  ['globo-mediaconvert-attrs.m3u8', [[10, 30]]],
  ['globo-oatcls-only-time-signal.m3u8', []],
  ['authored-mixed-dialects-early-return.m3u8', [[12, 18]]],
  ['authored-ext-x-splicepoint-scte35.m3u8', [[12, 18]]],
  ['authored-ext-x-scte35-out-cont-in.m3u8', [[30, 24]]],
  ['authored-ext-x-cue-spliceout-splicein.m3u8', [[12, 30]]],
];

describe('breaks that are known', () => {
  const known = [...ownTelling, ...(hasShared ? sharedTelling : [])];

  it.each(known)('CHE-021 %s', async (file, expected) => {
    const number = numberOf(file);
    const { breaks } = await tryIt(`/file/${number}`, 'hls-vod', { useScte35: true });
    const found = breaks.map(({ startsAt, durationSeconds }) => [startsAt, durationSeconds]);
    expect(found).toEqual(
      expected.map((one) => one.map((value) => value && expect.closeTo(value, 1))),
    );
    const analysed = await analyse(`/above/${number}.m3u8`);
    const tags = analysed.fallbackSourceTags ?? [];
    expect(tags.length > 0).toBe(expected.length > 0);
    // The suggested tags alone find the same breaks.
    const again = await tryIt(`/file/${number}`, 'hls-vod', {
      ...{ useScte35: true, fallbackSourceTags: tags },
    });
    expect(again.breaks.map(({ startsAt }) => startsAt)).toEqual(
      found.map(([startsAt]) => startsAt),
    );
  });
});
