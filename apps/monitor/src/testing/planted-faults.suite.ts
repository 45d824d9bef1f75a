/**
 * Planted faults, each with its owner and the rule that names it. Outputs follow a fault of their source as real ones
 * would: an output that stands still behind a source that stands still is the fault of the source.
 */
import type { FindingOwner } from '@interlude/contract';
import {
  type Fault,
  outputUrl,
  type SimulatedBreak,
  segmentMs,
  sourceHost,
} from './simulated-platform.suite.ts';

export interface PlantedFault {
  readonly name: string;
  readonly protocol: 'hls' | 'dash';
  readonly rule: string;
  readonly owner: FindingOwner;
  /** Made for each run: some remember what they answered. */
  readonly fault: () => Fault;
  /** Whether an answer shows the fault; left out: an answer that the fault changes. */
  readonly shows?: (text: string) => boolean;
  /** Time that the standard gives from the first answer that shows it, ms. */
  readonly allowedMs?: number;
  /** When it is planted, ms after the start of a break; left out: just before the next one. */
  readonly plantedMs?: number;
  /** The stitchers are behind a CDN, and have an address of their own. */
  readonly hasCdn?: boolean;
}

export const directUrl = 'https://direct.test';
const isManifest = ({ pathname }: URL) => /\.(?:m3u8|mpd)$/.test(pathname);
const isSource = (url: URL) => url.host === sourceHost && isManifest(url);
const isPublic = (url: URL) => url.origin === outputUrl && isManifest(url);
const isStitched = (url: URL) => url.host !== sourceHost && isManifest(url);
const isAd = ({ pathname }: URL) => pathname.includes('/ad/');
const isPublicAd = (url: URL) => url.origin === outputUrl && isAd(url);
const is = (rendition: string) => (url: URL) => url.pathname.endsWith(`/${rendition}.m3u8`);
type Where = (url: URL) => boolean;
type Change = (text: string, url: URL) => string;

const answers = (where: Where, status: number): Fault => ({
  answer: (url) => (where(url) ? { status } : undefined),
});
const slow = (where: Where, ms: number): Fault => ({ delayMs: (url) => (where(url) ? ms : 0) });
const changed = (where: Where, change: Change): Fault => ({
  change: (text, url) => (where(url) ? change(text, url) : text),
});

/** Media lists change; multivariant playlists never do. */
const isMaster = (url: URL) => url.pathname.endsWith('master.m3u8');

/** Answers the same manifest for ever. */
function frozen(where: Where): Fault {
  const first = new Map<string, string>();
  return changed(where, (text, { href }) => {
    const known = first.get(href) ?? text;
    first.set(href, known);
    return known;
  });
}

/** Answers of one server that is two segments behind, in turn with the other one's. */
function oldServer(where: Where): Fault {
  const known = new Map<string, string[]>();
  return changed(
    (url) => where(url) && !isMaster(url),
    (text, { href }) => {
      const texts = known.get(href) ?? [];
      if (texts.at(-1) !== text) texts.push(text);
      known.set(href, texts);
      return texts.length % 3 === 0 ? (texts.at(-3) ?? text) : text;
    },
  );
}

const hours = (text: string, by: number) =>
  text.replaceAll(
    /(TIME:)(\S+)/g,
    (_all, tag, date) => tag + new Date(Date.parse(date) + by * 3_600_000).toISOString(),
  );
const lines = (change: (lines: string[]) => string[]) => (text: string) =>
  change(text.split('\n')).join('\n');
const without = (line: RegExp) => (text: string) => text.replaceAll(line, '');
const inVariants = (where: Where) => (url: URL) => where(url) && !isMaster(url);
const numberOf = (text: string) => Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0);

/** The newest segment alone. */
const shrunk = (text: string) => {
  const all = text.split('\n');
  const from = all.findLastIndex((line) => line.startsWith('#EXT-X-PROGRAM-DATE-TIME'));
  const first = numberOf(text) + text.split('#EXTINF').length - 2;
  const head = all.slice(0, 3);
  return [...head, `#EXT-X-MEDIA-SEQUENCE:${first}`, ...all.slice(from)].join('\n');
};
const noSegments = lines((all) =>
  all.filter((line) => /^#EXT(?:M3U|-X-(?:VERSION|TARGET|MEDIA))/.test(line)),
);
const page = () => '<html><body>Service temporarily unavailable</body></html>';

const withoutAds =
  (reason: string) =>
  (breaks: SimulatedBreak[]): SimulatedBreak[] =>
    breaks.map((one) => ({ ...one, ads: [], reason }));
/** The break shows slate: the plan names none of the placements that the output lists in it. */
const slate = (reason: string): Fault => ({ plan: withoutAds(reason) });
/** The break shows what the source has. */
const content = (reason: string): Fault => ({ plan: withoutAds(reason), isUnreplaced: true });
const adsOf =
  (change: (ads: SimulatedBreak['ads']) => SimulatedBreak['ads']) =>
  (breaks: SimulatedBreak[]): SimulatedBreak[] =>
    breaks.map((one) => ({ ...one, ads: change(one.ads) }));
/** An ad that was planned beside the first one. */
const oneMore = adsOf((ads) => {
  const [first] = ads;
  if (first === undefined) return ads;
  const placement = first.placement.replace(/0$/, '9');
  return [{ ...first, placement, creative: 'c9' }, ...ads.slice(1)];
});

const listsBreak = (text: string) => /[/"\n]ad\//.test(text);
/** The output goes on behind the first ad of a break. */
const isPastFirstAd = (text: string) => /\.1\/v0\//.test(text);
/** The source goes on behind a break. */
const isPastBreak = (text: string) => text.includes('#EXT-X-CUE-IN');
/** RFC 8216 §6.2.2: a segment may come one and a half target durations after the one before, so half of one late. */
const halfTargetMs = segmentMs / 2;

const hls = (
  owner: FindingOwner,
  rows: readonly Omit<PlantedFault, 'protocol' | 'owner'>[],
): PlantedFault[] => rows.map((row) => ({ ...row, owner, protocol: 'hls' }));
const dash = (
  owner: FindingOwner,
  rows: readonly Omit<PlantedFault, 'protocol' | 'owner'>[],
): PlantedFault[] => rows.map((row) => ({ ...row, owner, protocol: 'dash' }));

const ofSources = [
  ...hls('source', [
    { name: 'the origin answers 503', rule: 'T6', fault: () => answers(isSource, 503) },
    {
      name: 'one rendition of the source is gone',
      rule: 'T6',
      fault: () => answers((url) => isSource(url) && is('v1')(url), 404),
    },
    { name: 'the origin does not answer', rule: 'T6', fault: () => slow(isSource, 60_000) },
    { name: 'the origin is slow', rule: 'T7', fault: () => slow(isSource, 3_000) },
    {
      name: 'the origin fails, and the output stands still with it',
      rule: 'T6',
      fault: () => ({ ...answers(isSource, 502), ...frozen(isStitched) }),
    },
    {
      name: 'the clock of the encoder is an hour behind',
      rule: 'T8',
      fault: () => changed(isSource, (text) => hours(text, -1)),
    },
    {
      name: 'the clock of the encoder is an hour ahead',
      rule: 'T8',
      fault: () => changed(isSource, (text) => hours(text, 1)),
    },
    {
      name: 'the source stands still, and the output with it',
      rule: 'H33',
      fault: () => frozen(isManifest),
      allowedMs: halfTargetMs,
    },
    {
      name: 'the window of the source shrinks to a segment',
      rule: 'H33',
      fault: () => changed(inVariants(isSource), shrunk),
    },
    {
      name: 'the playlist of the source becomes empty',
      rule: 'H33',
      fault: () => changed(inVariants(isSource), noSegments),
    },
    {
      name: 'the origin answers an HTML page with status 200',
      rule: 'H33',
      fault: () => changed(inVariants(isSource), page),
    },
    {
      name: 'the packager counts anew after a restart',
      rule: 'H1',
      fault: () =>
        changed(inVariants(isSource), (text) =>
          text.replace(
            /MEDIA-SEQUENCE:\d+/,
            `MEDIA-SEQUENCE:${(numberOf(text) - 1_000) % 100_000}`,
          ),
        ),
    },
    {
      name: 'segments of the source get other names under their numbers',
      rule: 'H1',
      fault: () => changed(inVariants(isSource), (text) => text.replaceAll(/^v/gm, 'backup-v')),
    },
    {
      name: 'one of two origins is behind',
      rule: 'H1',
      fault: () => oldServer(isSource),
    },
    {
      name: 'the dates of the source go back',
      rule: 'H11',
      fault: () =>
        changed(inVariants(isSource), (text) => {
          const at = text.lastIndexOf('#EXT-X-PROGRAM');
          return text.slice(0, at) + text.slice(at).replace(/T\d\d:/, 'T00:');
        }),
    },
    {
      name: 'segments of the source are longer than its target duration',
      rule: 'H12',
      fault: () =>
        changed(inVariants(isSource), (text) => text.replaceAll('#EXTINF:4,', '#EXTINF:6,')),
    },
    {
      name: 'the target duration of the source changes',
      rule: 'H12',
      fault: () =>
        changed(inVariants(isSource), (text) =>
          text.replace('TARGETDURATION:4', 'TARGETDURATION:6'),
        ),
    },
    {
      name: 'the source counts discontinuities that were not there',
      rule: 'H2',
      fault: () =>
        changed(inVariants(isSource), (text) =>
          text.replace(/(#EXT-X-MEDIA)/, `#EXT-X-DISCONTINUITY-SEQUENCE:${numberOf(text)}\n$1`),
        ),
    },
    {
      name: 'markers stand in one rendition only',
      rule: 'T1',
      fault: () => changed((url) => isSource(url) && is('v1')(url), without(/#EXT-X-CUE.*\n/g)),
    },
    {
      name: 'a marker comes after its segments',
      rule: 'T2',
      fault: () => {
        let looks = 0;
        const hidden = without(/#EXT-X-CUE-OUT.*\n/g);
        return changed(inVariants(isSource), (text) => {
          looks += text.includes('#EXT-X-CUE-OUT') ? 1 : 0;
          return looks <= 4 ? hidden(text) : text;
        });
      },
      shows: (text) => text.includes('#EXT-X-CUE-OUT'),
    },
    {
      name: 'a break is longer than signalled',
      rule: 'T3',
      fault: () => changed(isSource, (text) => text.replaceAll('CUE-OUT:16', 'CUE-OUT:8')),
      shows: isPastBreak,
    },
    {
      name: 'a break is shorter than signalled',
      rule: 'T3',
      fault: () => changed(isSource, (text) => text.replaceAll('CUE-OUT:16', 'CUE-OUT:60')),
      shows: isPastBreak,
    },
  ]),
  ...dash('source', [
    { name: 'the origin answers 503', rule: 'T6', fault: () => answers(isSource, 503) },
    { name: 'the origin does not answer', rule: 'T6', fault: () => slow(isSource, 60_000) },
    {
      name: 'the source stands still, and the output with it',
      rule: 'D22',
      fault: () => frozen(isManifest),
    },
    {
      name: 'one of two origins is behind',
      rule: 'D4',
      fault: () => oldServer(isSource),
    },
    {
      name: 'the packager names its Period anew',
      rule: 'D6',
      fault: () => changed(isSource, (text) => text.replace('id="p0"', 'id="p1"')),
    },
    {
      name: 'the packager moves the start of the presentation',
      rule: 'D1',
      fault: () =>
        changed(isSource, (text) => text.replace('1970-01-01T00:00:00Z', '1970-01-01T00:00:10Z')),
    },
    {
      name: 'the source changes under one publishTime',
      rule: 'D11',
      fault: () =>
        changed(isSource, (text) =>
          text.replace(/publishTime="[^"]*"/, 'publishTime="2026-01-01T00:00:00Z"'),
        ),
    },
    {
      name: 'a segment is missing in the timeline of the source',
      rule: 'D8',
      fault: () =>
        changed(isSource, (text) =>
          text.replaceAll(/(<S [^>]*>)(<S [^>]*><S [^>]*><\/SegmentTimeline>)/g, '$2'),
        ),
    },
    {
      name: 'the packager moves the media times of its Period',
      rule: 'D3',
      fault: () =>
        changed(isSource, (text) =>
          text.replaceAll('presentationTimeOffset="0"', 'presentationTimeOffset="8000"'),
        ),
    },
  ]),
];

const ofAdServers = [
  ...hls('ad-server', [
    {
      name: 'the ad server cannot be reached, slate is shown',
      rule: 'T13',
      fault: () => slate('AD_SERVER_UNREACHABLE'),
      shows: listsBreak,
    },
    {
      name: 'the ad server has no ads, slate is shown',
      rule: 'T13',
      fault: () => slate('NO_ADS'),
      shows: listsBreak,
    },
    {
      name: 'the ad server answers too late, content is shown',
      rule: 'T13',
      fault: () => content('AD_SERVER_TIMEOUT'),
    },
    {
      name: 'the ad server answers no VAST, content is shown',
      rule: 'T13',
      fault: () => content('VAST_INVALID'),
    },
    {
      name: 'the ad server answers one creative twice',
      rule: 'T14',
      fault: () => ({ plan: adsOf((ads) => ads.map((ad) => ({ ...ad, creative: 'shoes' }))) }),
      shows: listsBreak,
    },
  ]),
  ...dash('ad-server', [
    {
      name: 'the ad server cannot be reached, content is shown',
      rule: 'T13',
      fault: () => content('AD_SERVER_UNREACHABLE'),
    },
    {
      name: 'a chain of wrappers has no end, slate is shown',
      rule: 'T13',
      fault: () => slate('WRAPPER_LIMIT'),
      shows: listsBreak,
    },
    {
      name: 'the ad server answers one creative twice',
      rule: 'T14',
      fault: () => ({ plan: adsOf((ads) => ads.map((ad) => ({ ...ad, creative: 'shoes' }))) }),
      shows: listsBreak,
    },
  ]),
];

const media = 'https://media.test/ad.ts';
const ofCreatives = [
  ...hls('creative', [
    {
      name: 'the host of a creative has lost its media',
      rule: 'T12',
      fault: () => ({ answer: (url) => (isAd(url) ? { status: 404, url: media } : undefined) }),
    },
    {
      name: 'the host of a creative is slow',
      rule: 'T12',
      fault: () => ({
        ...slow(isAd, 6_000),
        answer: (url) => (isAd(url) ? { status: 200, url: media } : undefined),
      }),
    },
    {
      name: 'no creative can be fetched, slate is shown',
      rule: 'T13',
      fault: () => slate('CREATIVE_UNREACHABLE'),
      shows: listsBreak,
    },
    {
      name: 'no creative can be conditioned, content is shown',
      rule: 'T13',
      fault: () => content('CONDITIONING_FAILED'),
    },
  ]),
  ...dash('creative', [
    {
      name: 'the host of a creative has lost its media',
      rule: 'T12',
      fault: () => ({ answer: (url) => (isAd(url) ? { status: 404, url: media } : undefined) }),
    },
    {
      name: 'no rendition of the creatives fits, content is shown',
      rule: 'T13',
      fault: () => content('NO_VARIANT_MATCH'),
    },
  ]),
] satisfies PlantedFault[];

const ofCdns = [
  ...hls('cdn', [
    {
      name: 'the CDN answers 502',
      rule: 'T9',
      hasCdn: true,
      fault: () => answers(isPublic, 502),
    },
    { name: 'the CDN is slow', rule: 'T11', hasCdn: true, fault: () => slow(isPublic, 3_000) },
    {
      name: 'the CDN keeps playlists',
      rule: 'H33',
      hasCdn: true,
      fault: () => frozen(isPublic),
      allowedMs: halfTargetMs,
    },
    {
      name: 'an edge of the CDN is behind',
      rule: 'H1',
      hasCdn: true,
      fault: () => oldServer(isPublic),
    },
    {
      name: 'the CDN answers segments of ads with 403',
      rule: 'T12',
      hasCdn: true,
      fault: () => answers(isPublicAd, 403),
    },
  ]),
  ...dash('cdn', [
    { name: 'the CDN answers 502', rule: 'T9', hasCdn: true, fault: () => answers(isPublic, 502) },
    { name: 'the CDN keeps MPDs', rule: 'D22', hasCdn: true, fault: () => frozen(isPublic) },
    {
      name: 'an edge of the CDN is behind',
      rule: 'D4',
      hasCdn: true,
      fault: () => oldServer(isPublic),
    },
  ]),
];

const ofStitchers = [
  ...hls('platform', [
    { name: 'the stitcher answers 500', rule: 'T9', fault: () => answers(isStitched, 500) },
    {
      name: 'the stitcher does not answer',
      rule: 'T9',
      hasCdn: true,
      fault: () => slow(isStitched, 60_000),
    },
    {
      name: 'the stitcher is slow, behind a CDN',
      rule: 'T11',
      hasCdn: true,
      fault: () => slow(isStitched, 3_000),
    },
    {
      name: 'the output stands still while the source goes on, behind a CDN',
      rule: 'H33',
      hasCdn: true,
      fault: () => {
        const first = new Map<string, string>();
        return changed(isStitched, (text, { pathname }) => {
          const known = first.get(pathname) ?? text;
          first.set(pathname, known);
          return known;
        });
      },
      allowedMs: halfTargetMs,
    },
    {
      name: 'discontinuities are not marked',
      rule: 'H7',
      fault: () => changed(isStitched, without(/#EXT-X-DISCONTINUITY\n/g)),
    },
    {
      name: 'renditions count discontinuities differently',
      rule: 'H3',
      fault: () =>
        changed(
          (url) => isStitched(url) && is('v1')(url),
          (text) =>
            text.replace(/(DISCONTINUITY-SEQUENCE:)(\d+)/, (_all, tag, n) => tag + (Number(n) + 2)),
        ),
    },
    {
      name: 'discontinuities that leave are not counted',
      rule: 'H2',
      plantedMs: 40_000,
      fault: () => {
        let kept = '';
        return changed(inVariants(isStitched), (text) => {
          const [now = ''] = /DISCONTINUITY-SEQUENCE:\d+/.exec(text) ?? [];
          kept = kept === '' ? now : kept;
          return text.replace(now, kept);
        });
      },
    },
    {
      name: 'an ad that was planned is not in the output',
      rule: 'T5',
      fault: () => ({ plan: oneMore }),
      shows: isPastFirstAd,
    },
    {
      name: 'an ad is shorter than planned',
      rule: 'T5',
      fault: () => ({
        plan: adsOf((ads) =>
          ads.map((ad, index) => ({ ...ad, durationMs: index === 0 ? 6_000 : ad.durationMs })),
        ),
      }),
      shows: isPastFirstAd,
    },
    {
      name: 'segments of ads are gone',
      rule: 'T12',
      hasCdn: true,
      fault: () => answers(isAd, 404),
    },
    {
      name: 'the decision was not ready, slate is shown',
      rule: 'T13',
      fault: () => slate('DECISION_TIMEOUT'),
      shows: listsBreak,
    },
  ]),
  ...dash('platform', [
    { name: 'the stitcher answers 500', rule: 'T9', fault: () => answers(isStitched, 500) },
    {
      name: 'the Periods behind a break vanish',
      rule: 'D4',
      plantedMs: 30_000,
      fault: () =>
        changed(isStitched, (text) =>
          text.replaceAll(/<Period id="c(?!.*<Period id="a)[\s\S]*?<\/Period>/g, (period, at) =>
            text.indexOf('<Period') < at ? '' : period,
          ),
        ),
    },
    {
      name: 'a Period gets another id with each session process',
      rule: 'D6',
      fault: () => changed(isStitched, (text) => text.replaceAll('Period id="c', 'Period id="x')),
    },
    {
      name: 'Periods of ads have no audio',
      rule: 'D16',
      fault: () =>
        changed(isStitched, (text) =>
          text.replaceAll(
            /<AdaptationSet id="2"(?:(?!<\/AdaptationSet>)[\s\S])*"ad\/(?:(?!<\/AdaptationSet>)[\s\S])*<\/AdaptationSet>/g,
            '',
          ),
        ),
    },
    {
      name: 'content that returns has the times of the ads',
      rule: 'D3',
      plantedMs: 12_000,
      fault: () =>
        changed(isStitched, (text) => {
          const at = text.lastIndexOf('<Period id="c');
          const isBack = text.indexOf('<Period id="a') >= 0 && text.indexOf('<Period id="a') < at;
          return isBack
            ? text.slice(0, at) +
                text
                  .slice(at)
                  .replaceAll(
                    /presentationTimeOffset="(\d+)"/g,
                    (_all, ms) => `presentationTimeOffset="${Number(ms) - 1_000}"`,
                  )
            : text;
        }),
    },
    {
      name: 'an ad that was planned is not in the output',
      rule: 'T5',
      fault: () => ({ plan: oneMore }),
      shows: isPastFirstAd,
    },
    {
      name: 'the output stands still while the source goes on',
      rule: 'D22',
      fault: () => frozen(isStitched),
    },
  ]),
];

/** All of them. */
export const plantedFaults: readonly PlantedFault[] = [
  ...ofSources,
  ...ofAdServers,
  ...ofCreatives,
  ...ofCdns,
  ...ofStitchers,
];

/** The first of each owner and protocol. */
export const quickFaults: readonly PlantedFault[] = [
  ...new Map(
    plantedFaults.toReversed().map((one) => [`${one.owner} ${one.protocol}`, one]),
  ).values(),
].toReversed();
