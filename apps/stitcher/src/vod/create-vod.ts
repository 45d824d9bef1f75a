/** The routes of on-demand playback with everything behind them. */
import type { Clock, Logger, SecretKey, SourceBudgets, TenantEgresses } from '@interlude/runtime';
import type { SharedTools } from '../ad-decisions/decide-ads.ts';
import type { DecisionReport } from '../ad-decisions/decision-report.ts';
import type { SessionAdmission } from '../admission/session-admission.ts';
import type { BeaconDispatcher } from '../beacons/beacon-dispatcher.ts';
import type { ResumePods } from '../beacons/resume-pods.ts';
import type { AdSegmentServer } from '../delivery/serve-ad-segment.ts';
import type { Routes } from '../http/routes.ts';
import type { SourceRefusals } from '../origin/source-refusals.ts';
import type { PlaylistDirectory } from '../playlists/playlist-directory.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { AssetCache } from './asset-cache.ts';
import { MrssRoutes } from './feeds/mrss-routes.ts';
import { FetchBudgets } from './fetch-budget.ts';
import { PlaylistPlayer } from './playlist-player.ts';
import { VodDecider } from './vod-decider.ts';
import { VodPlanner } from './vod-planner.ts';
import { VodRoutes, type VodRoutesOptions } from './vod-routes.ts';
import { VodSessions, type VodSessionsOptions } from './vod-sessions.ts';

export interface VodParts {
  readonly tools: SharedTools;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly playlists: PlaylistDirectory;
  /** Egress with the checks for addresses that viewers name. */
  readonly egress: TenantEgresses;
  readonly sourceBudgets: SourceBudgets;
  readonly refusals: Pick<SourceRefusals, 'asset'>;
  readonly report: DecisionReport;
  readonly beacons: Pick<BeaconDispatcher, 'sendErrors'>;
  readonly sessions: Pick<SessionService, 'playsFirst' | 'mayHavePlayed' | 'doubt' | 'stitchers'>;
  readonly admission: SessionAdmission;
  readonly resumePods: ResumePods;
  readonly entries: VodSessionsOptions['entries'];
  readonly podOf: VodSessionsOptions['podOf'];
  readonly adSegments: AdSegmentServer;
  readonly secretKey: SecretKey;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** A manifest of a session was requested. */
  readonly heard: VodRoutesOptions['heard'];
}

/** The error code of an empty break: no ad (IAB 303). */
const noAdCode = 303;

export function createVodRoutes(parts: VodParts): readonly Routes[] {
  const { tools, clock, report, beacons, sessions, resumePods, publicUrl } = parts;
  const { sourceBudgets, refusals, logger, entries, podOf } = parts;
  const { egress, creatives } = tools;
  const budgets = new FetchBudgets(clock, () => sessions.stitchers);
  const decider = new VodDecider({
    budgets,
    tools,
    clock,
    report,
    fire: (session, context, urls) => beacons.sendErrors(session, context, urls, noAdCode),
  });
  const assets = new AssetCache(egress, sourceBudgets, clock, (channel, url, error) => {
    const { id: channelId, tenantId } = channel;
    const { code, message: reason } = error;
    logger.warn({ channelId, tenantId, code, reason }, 'an asset of a channel is refused');
    refusals.asset(channel, url, error);
  });
  const planner = new VodPlanner({
    ...{ egress, clock, creatives, decider, budgets, sourceBudgets, resumePods },
  });
  const vod = new VodSessions({
    ...{ egress, clock, assets, planner, sessions, publicUrl },
    ...{ budgets, sourceBudgets, entries, podOf },
    playlists: new PlaylistPlayer({
      ...parts,
      ...{ directory: parts.playlists, assets, budgets: sourceBudgets },
    }),
  });
  return [new MrssRoutes({ ...parts, vod }), new VodRoutes({ ...parts, vod })];
}
