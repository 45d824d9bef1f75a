/** Manifests of an asset for one session: rendered from its plan, the same for every request. */
import type { ChannelSettings } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import {
  type LocationRewriter,
  relativeUri,
  stitchMultivariant,
  stitchVodMediaPlaylist,
  stitchVodMpd,
} from '@interlude/stitching';
import { type createAdAddresses, placementId } from '../delivery/ad-address.ts';
import { childFolder, childPath } from '../delivery/child-path.ts';
import { emptyTextAddresses } from '../delivery/empty-subtitles.ts';
import { adLocationOf, contentLocationOf } from '../delivery/locations.ts';
import { sessionAddresses } from '../delivery/session-addresses.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { DashAsset, HlsAsset } from './asset.ts';
import type { VodPlayback } from './vod-sessions.ts';

type AdAddresses = ReturnType<typeof createAdAddresses>;

export interface VodRequest {
  readonly session: PlaybackSession;
  readonly settings: ChannelSettings;
  readonly publicUrl: string;
}

/** Address of the output of a session, as its viewer requests it. */
function outputAddress({ session, settings, publicUrl }: VodRequest): string {
  const channel = { id: session.subject.channelId, settings };
  return sessionAddresses(publicUrl, channel, session.id).mediaURL;
}

/** `shouldUseRelativeSegmentUrl`: without the host where it is that of the output. */
function contentLocation(request: VodRequest): LocationRewriter | undefined {
  const { session, settings } = request;
  const replaced = contentLocationOf(session, settings);
  if (!settings.stitcher.shouldUseRelativeSegmentUrl) {
    return replaced;
  }
  const origin = originOf(outputAddress(request));
  return {
    key: `relative ${origin} ${replaced?.key ?? ''}`,
    rewrite: (uri) => relativeUri(replaced ? replaced.rewrite(uri) : uri, origin),
  };
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

export function vodMultivariant(
  asset: HlsAsset,
  session: PlaybackSession,
  settings: ChannelSettings,
): Buffer {
  const folder = childFolder(session.subject.channelId, settings);
  const text = stitchMultivariant({
    playlist: asset.multivariant,
    baseUrl: asset.baseUrl,
    renditions: asset.list,
    childUri: (rendition) => `${folder}${session.id}/${childPath(rendition, settings)}`,
    suppressed: asset.suppressed,
    contentLocation: contentLocationOf(session, settings),
    closedCaptions: settings.includeMediaTracks.closedCaptions,
    audioGroupId: settings.overwriteGroupId,
    oneAudioGroup: settings.compatibilityHlsMedia,
  });
  return Buffer.from(text, 'latin1');
}

/** @throws {DomainError} SESSION_UNKNOWN when the asset has no such rendition */
export function vodMediaPlaylist(
  { plan }: VodPlayback,
  asset: HlsAsset,
  renditionId: string,
  adAddresses: AdAddresses,
  request: VodRequest,
): Buffer {
  const { session, settings } = request;
  const rendition = asset.renditions.get(renditionId);
  if (!rendition) {
    throw domainError('SESSION_UNKNOWN');
  }
  const adLocation = adLocationOf(session, settings);
  const form = asset.textForms.get(renditionId);
  const text = stitchVodMediaPlaylist({
    rendition,
    plan,
    targetDuration: asset.targetDuration,
    adLocation,
    emptyText: form && emptyTextAddresses(form),
    adSegmentUri: (ref, { segments }) => {
      const segment = segments[ref.segmentIndex];
      return segment ? adAddresses(ref, { ad: { segment } }) : '';
    },
    suppressed: asset.suppressed,
    location: contentLocation(request),
  });
  return Buffer.from(text, 'latin1');
}

export function vodMpd({ plan }: VodPlayback, asset: DashAsset, request: VodRequest): Buffer {
  const { settings } = request;
  const address = outputAddress(request);
  const whole = address.replace(/\.mpd$/, '/');
  const { shouldUseRelativeSegmentUrl: isRelative } = settings.stitcher;
  const folder = isRelative ? relativeUri(whole, originOf(address)) : whole;
  const text = stitchVodMpd({
    mpd: asset.mpd,
    baseUrl: asset.baseUrl,
    plan,
    // Relative ad addresses need the base URLs of the content in its Periods, not above them.
    basesInPeriods: isRelative,
    adBaseUrl: (breakId, index) =>
      `${folder}ad/${encodeURIComponent(placementId(breakId, index))}/`,
    includeDashEvents: settings.stitcher.includeDashEvents,
    includeMediaTracks: settings.includeMediaTracks,
    location: contentLocation(request),
  });
  return Buffer.from(text, 'utf8');
}
