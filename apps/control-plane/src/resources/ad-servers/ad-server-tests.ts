/**
 * The test of an ad server: requests ads as a break of the channel would and reports each step. Nothing is played or
 * conditioned, no tracking event is fired or counted.
 */
import {
  type AdAnswer,
  type AdRequest,
  type AvailContext,
  buildAdRequest,
  recordSteps,
  requestAds,
  type StepRecorder,
  tagMacros,
  type ViewerContext,
} from '@interlude/ad-requests';
import { profileOfLadder, type SourceLadder } from '@interlude/conditioning';
import type { ChannelSettings } from '@interlude/contract';
import type { AdServerTest, AdServerTestRequest } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { ChannelStore, JobQueue } from '@interlude/persistence';
import { createMask, type Egress, type TenantEgresses } from '@interlude/runtime';
import type { AdFallbackReason, Avail } from '@interlude/stitching';
import { parseVast, parseVmap } from '@interlude/vast';
import type { RateLimits } from '../../auth/accounts/account-ports.ts';
import { findChannelLadder, type ReadLadder } from './channel-ladder.ts';
import type { ReadPackage } from './pick-package.ts';
import { presentStep } from './present-step.ts';
import { maxAdsOf, testContext, testViewer } from './test-viewer.ts';
import { testAds } from './tested-ads.ts';
import { type TestedChannel, testedChannel } from './tested-channel.ts';
import { followVmap } from './vmap-answer.ts';

/** For the ad server and all wrappers together: the longest that a break waits. */
const deadlineMs = 10_000;
/** Deadline of a break that was not announced in advance. */
const breakDeadlineMs = 2_500;
/** Per tenant. */
const rateLimit = { points: 30, windowMs: 60_000 };
/** Reported ads; an answer may name thousands. */
const maxAds = 50;

export interface AdServerTestsOptions {
  readonly channels: Pick<ChannelStore, 'find'>;
  readonly egress: TenantEgresses;
  readonly queue: Pick<JobQueue, 'listAssetStates'>;
  readonly rateLimits: Pick<RateLimits, 'take'>;
  readonly now: () => number;
  readonly readLadder: ReadLadder;
}

/** Of one company. */
interface OwnOptions extends Omit<AdServerTestsOptions, 'egress'> {
  readonly egress: Pick<Egress, 'check' | 'request'>;
}

export interface AdServerTests {
  /** @throws {DomainError} CHANNEL_NOT_FOUND, INVALID_FIELDS, TOO_MANY_REQUESTS, URL_FORBIDDEN */
  run(tenantId: string, input: AdServerTestRequest): Promise<AdServerTest>;
}

interface Requested {
  readonly answer: AdAnswer;
  readonly steps: StepRecorder['steps'];
}

const notRequested = (reason: AdFallbackReason): Requested => ({
  answer: { ads: [], failedWrappers: [], failures: [], reason },
  steps: () => [],
});

function throughProxy(egress: Pick<Egress, 'request'>, proxyUrl: string): Pick<Egress, 'request'> {
  return proxyUrl === ''
    ? egress
    : { request: (request) => egress.request({ ...request, proxyUrl }) };
}

async function send(
  request: AdRequest,
  how: {
    readonly options: OwnOptions;
    readonly channel: TestedChannel;
    readonly input: AdServerTestRequest;
    readonly fillTag: (url: string) => string;
  },
): Promise<Requested> {
  const { options, channel, input, fillTag } = how;
  const out = throughProxy(options.egress, channel.settings.stitcher.httpProxyUrl);
  const { egress, steps } = recordSteps(out, options.now, fillTag);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  try {
    const follows = input.channelType.endsWith('vod')
      ? followVmap(egress, input.kind, fillTag)
      : egress;
    const { signal } = deadline;
    const answer = await requestAds(follows, request, { signal, timeoutMs: deadlineMs, fillTag });
    return { answer, steps };
  } finally {
    clearTimeout(timer);
  }
}

function sendAdRequest(
  options: OwnOptions,
  channel: TestedChannel,
  input: AdServerTestRequest,
  about: { readonly context: AvailContext; readonly viewer: ViewerContext },
): Promise<Requested> | Requested {
  const { context, viewer } = about;
  if (input.adSource.url === '') return notRequested('AD_SERVER_UNSET');
  const request = buildAdRequest(input.adSource, context, viewer);
  if (!request) return notRequested('AD_REQUEST_INVALID');
  options.egress.check(request.url);
  return send(request, { options, channel, input, fillTag: tagMacros(context, viewer) });
}

function availOf(input: AdServerTestRequest, { segmentMs }: SourceLadder): Avail {
  return {
    breakId: 'test',
    startMs: 0,
    durationMs: Math.round(input.breakDuration * 1_000),
    openEnded: false,
    driftMs: 0,
    // Ads are cut at segment boundaries, so an ad may exceed the break by up to a segment.
    toleranceMs: Math.round(segmentMs / 2),
    position: input.kind === 'preroll' ? 'pre' : 'mid',
  };
}

/** Packages are read like a source, but without the channel's source headers. */
function packageReader(
  { egress, readLadder }: OwnOptions,
  tenantId: string,
  settings: ChannelSettings,
): ReadPackage {
  const plain = { ...settings, trueSourceUrl: '', sourceHeaders: {} };
  const stitcher = { ...settings.stitcher, httpProxyUrl: '' };
  return (sourceManifestUrl) =>
    readLadder(tenantId, egress, { ...plain, stitcher, sourceManifestUrl });
}

function errorsOf({ answer, steps }: Requested): AdServerTest['errors'] {
  const failures = answer.failures.map(({ iabErrorCode, reason, adId }) => ({
    iabErrorCode,
    message: adId === '' ? reason : `ad ${adId}: ${reason}`,
  }));
  const text = steps()[0]?.text ?? '';
  const first = answer.reason === 'VAST_INVALID' ? parseVast(text) : undefined;
  if (first?.kind !== 'invalid') return failures;
  const isVmap = parseVmap(text).kind === 'breaks';
  const message = isVmap ? 'a VMAP, which only on-demand channels request' : first.reason;
  return [{ iabErrorCode: first.iabErrorCode, message }, ...failures];
}

function slowness(tookMs: number): string[] {
  return tookMs > breakDeadlineMs
    ? [`A break that was not announced early waits ${breakDeadlineMs / 1_000} seconds only.`]
    : [];
}

async function limitRate(options: AdServerTestsOptions, tenantId: string): Promise<void> {
  const waitMs = await options.rateLimits.take(`adServerTest:${tenantId}`, rateLimit);
  if (waitMs > 0) {
    throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }
}

export function createAdServerTests(options: AdServerTestsOptions): AdServerTests {
  const { channels, queue, now } = options;

  async function timedAsk(own: OwnOptions, channel: TestedChannel, input: AdServerTestRequest) {
    const startedMs = now();
    const context = testContext(channel, input, startedMs);
    const requested = await sendAdRequest(own, channel, input, {
      context,
      viewer: testViewer(input),
    });
    return { ...requested, tookMs: Math.round(now() - startedMs) };
  }

  return {
    run: async (tenantId, input) => {
      await limitRate(options, tenantId);
      const own = { ...options, egress: options.egress.forTenant(tenantId) };
      const channel = await testedChannel(channels, tenantId, input);
      const { settings, secrets } = channel;
      const [requested, { ladder, warnings }] = await Promise.all([
        timedAsk(own, channel, input),
        findChannelLadder(own, tenantId, channel),
      ]);
      const mask = createMask(secrets);
      const profile = profileOfLadder(ladder, settings);
      const ads = requested.answer.ads.slice(0, maxAds);
      const tested = await testAds(
        { ...requested.answer, ads },
        {
          settings,
          ladder,
          readPackage: packageReader(own, tenantId, settings),
          avail: availOf(input, ladder),
          maxAds: maxAdsOf(input),
          states: (clipIds) =>
            queue.listAssetStates(
              tenantId,
              clipIds.map((clipId) => ({ clipId, profile })),
            ),
        },
      );
      const { reason } = tested;
      return {
        steps: requested.steps().map((step) => presentStep(step, mask)),
        ads: tested.ads.map((ad) => ({ ...ad, mediaUrl: mask(ad.mediaUrl) })),
        tookMs: requested.tookMs,
        ...(reason !== undefined && { reason }),
        errors: errorsOf(requested).map((error) => ({ ...error, message: mask(error.message) })),
        warnings: [...warnings.map(mask), ...slowness(requested.tookMs)],
      };
    },
  };
}
