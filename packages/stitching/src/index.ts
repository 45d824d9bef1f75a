export {
  type BeaconEvent,
  beaconEvents,
  beaconPlan,
  beaconShares,
  type DueEvent,
} from './beacons/beacon-plan.ts';
export {
  type AdBreak,
  type AdBreakState,
  API_DIALECT,
  type BreakState,
  NO_BREAKS,
} from './breaks/ad-break.ts';
export { type TrackedBreaks, type TrackOptions, trackBreaks } from './breaks/break-tracker.ts';
export {
  boundedCues,
  type WhichMarkers,
  withBoundedMarkers,
} from './cues/bounded-markers.ts';
export { configurationByHash } from './cues/configuration-by-hash.ts';
export { contentIdOf, isContentIdTag } from './cues/content-id.ts';
export type { Cue } from './cues/cue.ts';
export { hasCueTags } from './cues/cue-tags.ts';
export { chooseSourceTag, findHlsCues } from './cues/hls-cues.ts';
export { boundaryAtOrAfter } from './cues/segment-boundary.ts';
export type { SegmentationConfiguration } from './cues/segmentation-rules.ts';
export { type BeginDashPlanInput, beginDashPlan } from './dash/begin-dash-plan.ts';
export { endOnBoundary } from './dash/end-on-boundary.ts';
export { freezePeriods } from './dash/freeze-dash.ts';
export { mpdPatch, PATCH_BASE, type PatchedMpd, readPatchBase } from './dash/mpd-patch.ts';
export { type PublishedBreak, resumeDashPlan } from './dash/resume-dash-plan.ts';
export { type StitchedMpd, type StitchMpdInput, stitchMpd } from './dash/stitch-mpd.ts';
export { withBoundedEvents } from './dash-cues/bounded-events.ts';
export { contentIdOfMpd, namesContentInMpd } from './dash-cues/dash-content-id.ts';
export {
  type DashCueOptions,
  type DashCues,
  type DashCueWarning,
  type DashCueWarningCode,
  findDashCues,
} from './dash-cues/dash-cues.ts';
export { type InbandEvent, inbandCues, inbandEventsOf } from './dash-cues/inband-events.ts';
export { type DashWindow, dashBoundaries, dashEdgeMs } from './dash-source/dash-window.ts';
export { type DashWindowOptions, extendDashWindow } from './dash-source/extend-dash-window.ts';
export { type MpdExcess, mpdExcess } from './dash-source/mpd-excess.ts';
export {
  restoreDashWindow,
  type StoredDashWindow,
  storeDashWindow,
} from './dash-source/stored-dash-window.ts';
export type { AdSegmentRef, AdSegmentUri } from './hls/ad-block.ts';
export { ContentBlock, type SuppressedTags } from './hls/content-block.ts';
export {
  type StitchedPlaylist,
  type StitchInput,
  stitchMediaPlaylist,
} from './hls/stitch-media-playlist.ts';
export { type StitchMultivariantInput, stitchMultivariant } from './hls/stitch-multivariant.ts';
export { ignoredDashMarkers } from './ignored-markers/ignored-dash-markers.ts';
export { ignoredHlsMarkers } from './ignored-markers/ignored-hls-markers.ts';
export { type IgnoredMarker, ineffectiveCues } from './ignored-markers/ignored-markers.ts';
export { STITCHING_LIMITS } from './limits.ts';
export { type DashItem, readDashItem } from './linear/dash-item.ts';
export { countedDash, type DashProgramme, dashProgramme } from './linear/dash-programme.ts';
export { LINEAR_EMPTY_SUBTITLES } from './linear/fit-item.ts';
export { effectiveGenerations, type Generation, type Takeover } from './linear/generation.ts';
export { parseGeneration, type StoredGeneration } from './linear/generation-text.ts';
export {
  countedHls,
  type HlsProgramme,
  hlsGeneration,
  hlsProgramme,
  type LinearProgramme,
  type LinearWarning,
} from './linear/hls-generation.ts';
export { type HlsItem, hlsItemRenditions, type ReadItem, readHlsItem } from './linear/hls-item.ts';
export {
  type ItemTexts,
  type ManifestText,
  parseStoredItem,
  type StoredItem,
} from './linear/item-texts.ts';
export { takeOver } from './linear/takeover.ts';
export { writeLinearMpd } from './linear/write-linear-mpd.ts';
export {
  type HlsGeneration,
  writeLinearMultivariant,
  writeLinearPlaylist,
} from './linear/write-linear-playlist.ts';
export type { BreakReading } from './plan/advance-plan.ts';
export { type BeginPlanInput, beginPlan } from './plan/begin-plan.ts';
export { compactPlan } from './plan/compact-plan.ts';
export { planDriftMs } from './plan/drift.ts';
export { followReadings, type PlanCourse, type PlanVersion } from './plan/follow-readings.ts';
export { freezeRendition, freezeRenditions } from './plan/freeze-splices.ts';
export { planBreak } from './plan/plan-break.ts';
export { recordedPlan } from './plan/recorded-plan.ts';
export {
  type Avail,
  createPlan,
  type Placement,
  type PlanBase,
  type PlannedBreak,
  type PlannedBreakState,
  type PlanOptions,
  type RenditionSplice,
  type SplicePlan,
} from './plan/splice-plan.ts';
export {
  haveSameBreaks,
  type StoredDecision,
  type StoredPlan,
  storePlan,
  takeUpPlan,
} from './plan/stored-plan.ts';
export { joinMpds } from './playlists/join-mpds.ts';
export { joinRenditions, playedMs } from './playlists/join-renditions.ts';
export { type FeedItem, itemCuePoints, playlistFeed } from './playlists/playlist-feed.ts';
export { writeJsonFeed, writeMrss } from './playlists/write-feed.ts';
export {
  type BuildCreativeInput,
  buildCreative,
  type CreativePlaylist,
  EMPTY_SUBTITLES_URI,
} from './pods/build-creative.ts';
export type { Creative, CreativeRendition, CreativeSegment } from './pods/creative.ts';
export { contentPod, fitPod } from './pods/fit-pod.ts';
export { matchRenditions } from './pods/match-renditions.ts';
export {
  creativeKeyOf,
  type DroppedAd,
  type FitPodOptions,
  type Pod,
  type PodCandidate,
} from './pods/pod.ts';
export {
  type AdDropReason,
  type AdFallbackReason,
  adDropReasons,
  adFallbackReasons,
} from './reasons.ts';
export { hasAlignedSegments } from './source/aligned-segments.ts';
export {
  extendWindow,
  segmentTimes,
  type WindowOptions,
  windowSteps,
} from './source/extend-window.ts';
export {
  isUsablePattern,
  type LocationRewriter,
  locationRewriter,
} from './source/rewrite-location.ts';
export { type SourceRendition, sourceRenditions } from './source/source-renditions.ts';
export {
  type SourceEpoch,
  type SourceSegment,
  type SourceWindow,
  sessionStartMs,
  windowEdgeMs,
} from './source/source-window.ts';
export { restoreWindow, type StoredWindow, storeWindow } from './source/stored-window.ts';
export { substituteVariables, type Variables } from './source/substitute-variables.ts';
export { emptyTextInit, emptyTextSegment, type TextForm } from './subtitles/empty-text.ts';
export { textFormOfInit } from './subtitles/init-form.ts';
export { type EmptyTextAddresses, textFormOf } from './subtitles/text-form.ts';
export { mpdContent } from './vod/mpd-content.ts';
export { placeVodBreaks, type VodContent, type VodPlace } from './vod/place-vod-breaks.ts';
export { stitchVodMediaPlaylist } from './vod/stitch-vod-media-playlist.ts';
export { stitchVodMpd } from './vod/stitch-vod-mpd.ts';
export {
  markedCuePoints,
  mrssCuePoints,
  type VmapCuePoint,
  type VodCuePoint,
  vmapCuePoints,
} from './vod/vod-cue-point.ts';
export { planVod, type VodBreak, type VodPlan, vodSequence } from './vod/vod-plan.ts';
export { type VodRendition, vodRendition } from './vod/vod-rendition.ts';
export { relativeUri, withoutHighVariants } from './vod/vod-variants.ts';
