/** Live DASH with everything behind its routes. */
import type { Clock, SecretKey } from '@interlude/runtime';
import type { BreakDecisions } from '../ad-decisions/break-decisions.ts';
import type { SessionAdmission } from '../admission/session-admission.ts';
import type { AdEvents } from '../beacons/ad-events.ts';
import type { ResumePods } from '../beacons/resume-pods.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { CreativeLibrary } from '../creatives/creative-library.ts';
import type { AdSegmentServer } from '../delivery/serve-ad-segment.ts';
import { sessionAddresses } from '../delivery/session-addresses.ts';
import type { DashSource } from '../origin/dash/dash-source.ts';
import { originLimits } from '../origin/origin-limits.ts';
import type { SourcePool } from '../origin/source-pool.ts';
import type { SessionPlans } from '../session-plans/session-plans.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { adBase } from './ad-base.ts';
import { DashRoutes, type DashRoutesOptions } from './dash-routes.ts';
import { createFindResumedBreaks } from './resumed-breaks.ts';
import { createDashAdServer } from './serve-dash-ad.ts';
import { createMpdServer } from './serve-mpd.ts';

export interface DashParts {
  readonly admission: SessionAdmission;
  readonly sources: SourcePool<DashSource>;
  readonly sessions: SessionService;
  readonly breakDecisions: BreakDecisions;
  readonly adSegments: AdSegmentServer;
  readonly adEvents: Pick<AdEvents, 'hasResumedPods'>;
  readonly creatives: Pick<CreativeLibrary, 'forTenant'>;
  readonly resumePods: ResumePods;
  readonly findPlan: SessionPlans['find'];
  readonly findChannel: (channelId: string) => ChannelEntry | undefined;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  /** A manifest of a session was requested. */
  readonly heard: DashRoutesOptions['heard'];
  /** STITCHER_PUBLIC_URL, without a slash at its end. */
  readonly publicUrl: string;
}

export function createDashRoutes(parts: DashParts): DashRoutes {
  const { secretKey, publicUrl, findChannel } = parts;
  const sessionUrl = ({ id, subject: { channelId } }: PlaybackSession) => {
    const channel = findChannel(channelId);
    return channel
      ? sessionAddresses(publicUrl, channel, id).mediaURL
      : `${publicUrl}/dash/${encodeURIComponent(channelId)}/${id}.mpd`;
  };
  const mpds = createMpdServer({
    ...parts,
    findResumedBreaks: createFindResumedBreaks(parts.resumePods),
    findSettings: (channelId) => findChannel(channelId)?.settings,
    sessionUrl,
    adBase: (session, { index, creative }, breakId) =>
      adBase(secretKey, sessionUrl(session), { breakId, index }, creative.address),
  });
  const ads = createDashAdServer(parts);
  return new DashRoutes({ ...parts, mpds, ads, openWithinMs: originLimits.openWithinMs });
}
