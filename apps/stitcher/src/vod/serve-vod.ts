/** Manifests of an asset for one session: rendered from its plan, the same for every request. */
import { type ChannelSettings, domainError } from '@interlude/contract';
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

/** `shouldUseRelativeSegmentUrl`: without the host where it is the stitcher's own. */
function contentLocation(
  session: PlaybackSession,
  settings: ChannelSettings,
  publicUrl: string,
): LocationRewriter | undefined {
  const replaced = contentLocationOf(session, settings);
  if (!settings.stitcher.shouldUseRelativeSegmentUrl) {
    return replaced;
  }
  const base = settings.externalBaseUrl === '' ? publicUrl : settings.externalBaseUrl;
  const origin = URL.canParse(base) ? new URL(base).origin : '';
  return {
    key: `relative ${origin} ${replaced?.key ?? ''}`,
    rewrite: (uri) => relativeUri(replaced ? replaced.rewrite(uri) : uri, origin),
  };
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

export interface VodRequest {
  readonly session: PlaybackSession;
  readonly settings: ChannelSettings;
  readonly publicUrl: string;
}

/** @throws {DomainError} SESSION_UNKNOWN when the asset has no such rendition */
export function vodMediaPlaylist(
  { plan }: VodPlayback,
  asset: HlsAsset,
  renditionId: string,
  adAddresses: AdAddresses,
  { session, settings, publicUrl }: VodRequest,
): Buffer {
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
    location: contentLocation(session, settings, publicUrl),
  });
  return Buffer.from(text, 'latin1');
}

export function vodMpd(
  { plan }: VodPlayback,
  asset: DashAsset,
  { session, settings, publicUrl }: VodRequest,
): Buffer {
  const { mediaURL } = sessionAddresses(
    publicUrl,
    { id: session.subject.channelId, settings },
    session.id,
  );
  const folder = mediaURL.replace(/\.mpd$/, '/');
  const text = stitchVodMpd({
    mpd: asset.mpd,
    baseUrl: asset.baseUrl,
    plan,
    // Absolute: the base of relative addresses is the content's.
    adBaseUrl: (breakId, index) =>
      `${folder}ad/${encodeURIComponent(placementId(breakId, index))}/`,
    includeDashEvents: settings.stitcher.includeDashEvents,
    includeMediaTracks: settings.includeMediaTracks,
    location: contentLocationOf(session, settings),
  });
  return Buffer.from(text, 'utf8');
}
