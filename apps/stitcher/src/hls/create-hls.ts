/** Live HLS with everything behind its routes. */
import type { ChannelSettings } from '@interlude/contract';
import type { Clock, SecretKey } from '@interlude/runtime';
import type { BreakDecisions } from '../ad-decisions/break-decisions.ts';
import type { SessionAdmission } from '../admission/session-admission.ts';
import type { AdEvents } from '../beacons/ad-events.ts';
import type { ResumePods } from '../beacons/resume-pods.ts';
import { createAdAddresses } from '../delivery/ad-address.ts';
import type { AdSegmentServer } from '../delivery/serve-ad-segment.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { HlsSource } from '../origin/hls/hls-source.ts';
import { originLimits } from '../origin/origin-limits.ts';
import type { SourcePool } from '../origin/source-pool.ts';
import type { SessionPlans } from '../session-plans/session-plans.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { HlsRoutes, type HlsRoutesOptions } from './hls-routes.ts';
import { MediaPlaylistServer } from './serve-media-playlist.ts';

export interface HlsParts {
  readonly admission: SessionAdmission;
  readonly sources: SourcePool<HlsSource>;
  readonly sessions: SessionService;
  readonly breakDecisions: BreakDecisions;
  readonly adSegments: AdSegmentServer;
  readonly adEvents: Pick<AdEvents, 'hasResumedPods'>;
  readonly resumePods: ResumePods;
  readonly findPlan: SessionPlans['find'];
  readonly metrics: StitcherMetrics;
  readonly findSettings: (channelId: string) => ChannelSettings | undefined;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  /** A media playlist was answered on the fast path. */
  readonly onMedia: () => void;
  /** A manifest of a session was requested. */
  readonly heard: HlsRoutesOptions['heard'];
}

export function createHlsRoutes(parts: HlsParts): HlsRoutes {
  const adSegmentUri = createAdAddresses(parts.secretKey);
  const mediaPlaylists = new MediaPlaylistServer({ ...parts, adSegmentUri });
  return new HlsRoutes({ ...parts, mediaPlaylists, openWithinMs: originLimits.openWithinMs });
}
