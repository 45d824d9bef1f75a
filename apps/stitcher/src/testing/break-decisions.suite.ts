/** Sessions whose breaks are decided by a real `BreakDecisions`, against an ad server at another address. */
import { ladderOfHls } from '@interlude/conditioning';
import { parseMediaPlaylist, parseMultivariantPlaylist } from '@interlude/hls';
import { createLogger, type Egress, systemClock } from '@interlude/runtime';
import {
  type AdBreak,
  type AdFallbackReason,
  createPlan,
  sourceRenditions,
} from '@interlude/stitching';
import { BreakDecisions, type BreakDecisionsOptions } from '../ad-decisions/break-decisions.ts';
import type { Decided } from '../ad-decisions/decision-report.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { Creatives } from '../creatives/create-creatives.ts';
import { CreativeLibrary } from '../creatives/creative-library.ts';
import type { BreakSource } from '../origin/break-source.ts';
import { PlaybackSession } from '../sessions/playback-session.ts';
import { channelEntry } from './start-stitcher.suite.ts';

export const epochMs = Date.UTC(2026, 0, 1);
const startMs = epochMs + 600_000;

type Input = Partial<Parameters<typeof channelEntry>[1]>;

export const channelOf = (base: string, change: Input = {}): ChannelEntry =>
  channelEntry('c1', {
    name: 'test',
    sourceManifestUrl: `${base}/live/master.m3u8`,
    adSource: { system: 'gva', url: `${base}/ads` },
    ...change,
  });

/** A break of 8 s that begins `leadMs` after the live edge. */
export async function sourceOf(
  channel: ChannelEntry,
  leadMs: number,
  change: Partial<AdBreak> = {},
): Promise<BreakSource> {
  const url = channel.settings.sourceManifestUrl;
  const text = await (await fetch(url)).text();
  const multivariant = parseMultivariantPlaylist(text).playlist;
  const renditions = sourceRenditions(multivariant, url);
  const media = await (await fetch(renditions[0]?.url ?? '')).text();
  const ladder = ladderOfHls({ multivariant, reference: parseMediaPlaylist(media).playlist });
  const adBreak: AdBreak = {
    breakId: 'b1',
    state: 'announced',
    startMs,
    durationMs: 8_000,
    plannedEndMs: startMs + 8_000,
    dialects: ['EXT-X-CUE-OUT'],
    ...change,
  };
  return {
    channel,
    breaks: [adBreak],
    knownUntilMs: startMs - leadMs,
    pollVersion: 1,
    oldestMs: epochMs,
    profile: { renditions, usesMaps: true, targetDuration: 4, ladder },
    hasAlignedSegments: true,
  };
}

export interface TestDecisions {
  readonly breakDecisions: BreakDecisions;
  readonly decided: Decided[];
  readonly fallbacks: AdFallbackReason[];
}

export function breakDecisionsOf(
  channel: ChannelEntry,
  egress: Egress,
  wasShown = false,
  creatives: Partial<Creatives> = {},
  more: Partial<Pick<BreakDecisionsOptions, 'turns' | 'entries' | 'metrics'>> = {},
): TestDecisions {
  const decided: Decided[] = [];
  const fallbacks: AdFallbackReason[] = [];
  const breakDecisions = new BreakDecisions({
    tools: {
      egress,
      now: systemClock.now,
      creatives: new CreativeLibrary(egress, systemClock),
      ...creatives,
    },
    clock: systemClock,
    logger: createLogger({ name: 'stitcher', level: 'warn', stream: process.stderr }),
    findChannel: () => channel,
    ...more,
    wasShown: () => wasShown,
    report: {
      requested: () => undefined,
      fallback: (_session, _breakId, reason) => void fallbacks.push(reason),
      decided: (_, one) => void decided.push(one),
    },
  });
  return { breakDecisions, decided, fallbacks };
}

/** @param said query of each viewer, by index */
export function sessionsOf(
  count: number,
  said: (index: number) => string = () => '',
  isResumed = false,
): PlaybackSession[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `s${index}`;
    const session = new PlaybackSession({
      id,
      subject: { tenantId: 't1', channelId: 'c1', sessionId: id, viewerId: '', device: 'tv' },
      viewer: {
        ip: `203.0.113.${index % 250}`,
        forwardedFor: '203.0.113.7',
        userAgent: 'TV',
        referer: '',
        acceptLanguage: 'en',
        device: 'tv',
        query: new URLSearchParams(said(index)),
      },
      isResumed,
      openedMs: epochMs,
      nowMs: epochMs,
    });
    session.plan = createPlan({ sessionStartMs: epochMs, targetDuration: 4 });
    return session;
  });
}

export const statesOf = (sessions: readonly PlaybackSession[]) =>
  sessions.map(({ plan }) => plan?.breaks[0]?.state);
