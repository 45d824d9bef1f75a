/** The ads of an answer as a break of the channel would place them: state of the creative and position in the pod. */
import {
  type AdAnswer,
  creativeErrorCodes,
  failedWrapperCandidates,
  packagedFiles,
  podCandidate,
  podErrorCodes,
  sourceFile,
} from '@interlude/ad-requests';
import { adClipId, type SourceLadder } from '@interlude/conditioning';
import type { ChannelSettings } from '@interlude/contract';
import type { AdServerTest } from '@interlude/contract/api';
import type { ChannelAssetAnswer } from '@interlude/persistence';
import {
  type AdDropReason,
  type AdFallbackReason,
  type Avail,
  type Creative,
  fitPod,
} from '@interlude/stitching';
import { type InlineAd, judgeLinear } from '@interlude/vast';
import { misfits, pickPackage, type ReadPackage } from './pick-package.ts';

type TestedAd = AdServerTest['ads'][number];

export interface RequestedProfile {
  readonly settings: ChannelSettings;
  readonly ladder: SourceLadder;
  readonly readPackage: ReadPackage;
  readonly avail: Avail;
  readonly maxAds: number | undefined;
  /** State of the creatives, in the order of the clips. Starts no conditioning. */
  readonly states: (clipIds: readonly string[]) => Promise<(ChannelAssetAnswer | undefined)[]>;
}

/** An ad before it is placed in the pod. */
interface Judged {
  readonly ad: InlineAd;
  readonly clipId: string;
  readonly mediaUrl: string;
  readonly mediaType: string;
  readonly state: TestedAd['creative'];
  readonly jobId: string | undefined;
  readonly durationMs: number;
  /** Set when no break can play the ad. */
  readonly refused: AdDropReason | undefined;
  readonly iabErrorCode: number | undefined;
}

const notRequested = { clipId: '', mediaUrl: '', mediaType: '', jobId: undefined };

/** Checks an ad without looking up its conditioned creative. */
async function judge(
  ad: InlineAd,
  { settings, ladder, readPackage }: RequestedProfile,
): Promise<Judged> {
  const judged = judgeLinear(ad);
  const durationMs = Math.round((ad.creatives[0]?.durationSeconds ?? 0) * 1_000);
  const refused = 'NO_LINEAR_MEDIA' as const;
  if (!judged.usable) {
    const { iabErrorCode } = judged;
    return { ...notRequested, ad, state: 'unsupported', durationMs, refused, iabErrorCode };
  }
  const { creative: linear } = judged;
  const manifest = settings.type.startsWith('dash') ? 'dash' : 'hls';
  const picked = await pickPackage(packagedFiles(linear, manifest), ladder, readPackage);
  const source = sourceFile(linear);
  const isMade = picked?.reason !== undefined && misfits.has(picked.reason) && source !== undefined;
  const file = isMade ? source : (picked?.file ?? source);
  if (file === undefined) {
    return { ...notRequested, ad, state: 'unsupported', durationMs, refused, iabErrorCode: 403 };
  }
  const about = {
    ...{ ad, durationMs, jobId: undefined },
    clipId: adClipId(linear, source ?? file, settings),
    mediaUrl: file.url,
    mediaType: file.type,
  };
  const dropped = isMade ? undefined : picked?.reason;
  if (dropped !== undefined) {
    const iabErrorCode = creativeErrorCodes[dropped];
    return { ...about, state: 'unsupported', refused: dropped, iabErrorCode };
  }
  const state = picked && !isMade ? 'playable' : 'new';
  return { ...about, state, refused: undefined, iabErrorCode: undefined };
}

function withState(judged: Judged, answer: ChannelAssetAnswer | undefined): Judged {
  switch (answer?.state) {
    case 'ready':
      return { ...judged, state: 'ready', durationMs: answer.asset.durationMs };
    case 'encoding': {
      const iabErrorCode = creativeErrorCodes.NEW_CREATIVE;
      return { ...judged, state: 'encoding', jobId: answer.jobId, iabErrorCode };
    }
    case 'failed': {
      const refused = 'CONDITIONING_FAILED';
      const iabErrorCode = creativeErrorCodes[refused];
      return { ...judged, state: 'failed', jobId: answer.jobIds[0], refused, iabErrorCode };
    }
    default:
      return { ...judged, iabErrorCode: creativeErrorCodes.NEW_CREATIVE };
  }
}

/** Placeholder for segments that are not read: only the duration counts for the pod. */
const ofLength = (creativeId: string, durationMs: number): Creative => ({
  creativeId,
  durationMs,
  boundariesMs: [durationMs],
  begunAfterMs: 0,
  renditions: {},
});

function present(judged: Judged, dropped: AdDropReason | undefined): TestedAd {
  const { ad, clipId, mediaUrl, mediaType, state, jobId, durationMs } = judged;
  const iabErrorCode = judged.iabErrorCode ?? (dropped && podErrorCodes[dropped]);
  return {
    adId: ad.id,
    title: ad.title,
    adSystem: ad.adSystem,
    sequence: ad.sequence ?? null,
    durationSeconds: durationMs / 1_000,
    ...{ clipId, mediaUrl, mediaType, creative: state, isInPod: dropped === undefined },
    ...(jobId !== undefined && { jobId }),
    ...(dropped !== undefined && { reason: dropped }),
    ...(iabErrorCode !== undefined && { iabErrorCode }),
  };
}

export interface TestedAds {
  readonly ads: TestedAd[];
  /** Set when the answer has no ad. */
  readonly reason: AdFallbackReason | undefined;
}

export async function testAds(answer: AdAnswer, requested: RequestedProfile): Promise<TestedAds> {
  const { settings, avail, maxAds } = requested;
  const first = await Promise.all(answer.ads.map((ad) => judge(ad, requested)));
  const open = first.filter(({ state }) => state === 'new');
  const states = await requested.states(open.map(({ clipId }) => clipId));
  const found = new Map(open.map((judged, index) => [judged, states[index]] as const));
  const judged = first.map((one) => (found.has(one) ? withState(one, found.get(one)) : one));
  const candidates = [
    ...judged.map(({ ad, clipId, durationMs, refused }, index) =>
      podCandidate(ad, String(index), refused ?? ofLength(clipId || String(index), durationMs)),
    ),
    ...failedWrapperCandidates(answer.failedWrappers),
  ];
  const pod = fitPod(avail, candidates, {
    maxAds,
    minFillPercent: settings.dropPartialReplacements
      ? settings.dropPartialReplacementsMinPercentage
      : 0,
  });
  const dropped = new Map(pod.dropped.map(({ adId, reason }) => [adId, reason]));
  return {
    ads: judged.map((one, index) => present(one, dropped.get(String(index)))),
    reason: answer.reason ?? pod.reason,
  };
}
