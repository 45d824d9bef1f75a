/**
 * Answers a request for a segment of an ad Period: its ad events happen, once each, and the player is redirected to the
 * media.
 */
import { DomainError, domainError } from '@interlude/contract/errors';
import type { CmcdReport } from '@interlude/reporting';
import type { SecretKey } from '@interlude/runtime';
import type { CreativeRendition } from '@interlude/stitching';
import type { CreativeLibrary } from '../creatives/creative-library.ts';
import { parsePlacementId } from '../delivery/ad-address.ts';
import type { AdSegmentServer } from '../delivery/serve-ad-segment.ts';
import type { DashSource } from '../origin/dash/dash-source.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { creativeAddress } from './ad-base.ts';
import type { DashPath } from './dash-path.ts';

type AdPath = Extract<DashPath, { kind: 'ad' }>;

export interface DashAdServerOptions {
  readonly secretKey: SecretKey;
  readonly adSegments: AdSegmentServer;
  readonly creatives: Pick<CreativeLibrary, 'forTenant'>;
}

/** Longest search for the creative of a session that this process does not know, milliseconds. */
const findWithinMs = 4_000;
const noQuery = new URLSearchParams();

/** Address to which the player is redirected. @throws {DomainError} SESSION_UNKNOWN when there is no such segment */
export type DashAdServer = (
  session: PlaybackSession | undefined,
  path: AdPath,
  request: { readonly counts: boolean; readonly cmcd?: CmcdReport | undefined },
  source: DashSource,
) => Promise<string>;

function ofPlan(session: PlaybackSession | undefined, path: AdPath): CreativeRendition | undefined {
  const place = parsePlacementId(path.placementId);
  const pod = place && session?.pod(place.breakId)?.pod;
  const placement = pod?.placements[place?.placementIndex ?? -1];
  return placement?.creative.renditions[path.representationId];
}

/** Address of the segment; empty for a creative that is known from the journal alone. */
function uriOf(rendition: CreativeRendition, { segment }: AdPath): string | undefined {
  return segment === 'init' ? rendition.map?.uri : rendition.segments[segment]?.uri;
}

/** Requests for video count; where the channel has none, those for audio. */
function isVideo({ profile }: DashSource, representationId: string): boolean {
  const [first] = profile?.renditions ?? [];
  const kind = profile?.renditions.find((one) => one.renditionId === representationId)?.kind;
  return kind !== undefined && kind === first?.kind;
}

export function createDashAdServer(options: DashAdServerOptions): DashAdServer {
  const { secretKey, adSegments, creatives } = options;

  async function ofToken(path: AdPath, source: DashSource): Promise<CreativeRendition> {
    const address = creativeAddress(secretKey, path.token);
    const { profile } = source;
    if (address === undefined || !profile) {
      throw domainError('SESSION_UNKNOWN');
    }
    const found = await creatives
      .forTenant(source.channel.tenantId)
      .find(address, profile, AbortSignal.timeout(findWithinMs));
    const rendition = 'creative' in found && found.creative.renditions[path.representationId];
    if (!rendition) {
      throw domainError('SESSION_UNKNOWN');
    }
    return rendition;
  }

  return async (session, path, { counts, cmcd }, source) => {
    if (path.segment !== 'init') {
      try {
        return await adSegments(session, {
          placementId: path.placementId,
          renditionId: path.representationId,
          index: path.segment,
          counts,
          isVideo: isVideo(source, path.representationId),
          query: noQuery,
          cmcd,
        });
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'SESSION_UNKNOWN')) {
          throw error;
        }
      }
    }
    const known = ofPlan(session, path);
    const uri = (known && uriOf(known, path)) || uriOf(await ofToken(path, source), path);
    if (uri === undefined) {
      throw domainError('SESSION_UNKNOWN');
    }
    return uri;
  };
}
