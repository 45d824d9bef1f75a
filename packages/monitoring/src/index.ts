export { type BookLook, FindingBook } from './findings/finding-book.ts';
export { type Found, type FoundByRule, foundBy } from './findings/found.ts';
export { type HealthNow, healthOf } from './findings/health-of.ts';
export {
  foundByJudge,
  isOfOldManifest,
  type JudgedLook,
  judgedNow,
} from './findings/judged.ts';
export { findingOwnerOf } from './findings/loss-owner.ts';
export { readDashLane, type SeenMpd } from './lanes/dash-lane.ts';
export { readHlsLane, type SeenPlaylist, type UndatedClock } from './lanes/hls-lane.ts';
export { LaneMemory } from './lanes/lane-memory.ts';
export {
  type AdNames,
  breakOf,
  type KnownPlacement,
  type LaneReading,
  noAds,
  placementOf,
} from './lanes/lane-reading.ts';
export { shortHash } from './lanes/short-hash.ts';
export {
  type BreakOutcome,
  type CameBreak,
  checkBreakOutcome,
  checkSchedule,
  type ExpectedBreak,
} from './rules/break-outcomes.ts';
export {
  checkDecision,
  checkServedAd,
  type PlannedAd,
  type PlannedBreak,
  type ServedPlacement,
} from './rules/break-plan.ts';
export {
  type AdDelivery,
  checkAdDelivery,
  checkClock,
  checkDelivery,
  checkLag,
  type Delivery,
  isSlow,
  isSlowAd,
  isSourceBehind,
  type LaneEdge,
} from './rules/delivery.ts';
export {
  isSpliceRule,
  MONITOR_RULES,
  type MonitorRule,
  type MonitorRuleId,
} from './rules/monitor-rules.ts';
export {
  type BreakMarker,
  type MarkerReading,
  type SourceBreak,
  SourceBreaks,
} from './rules/source-breaks.ts';
export { type DashSplice, dashSegmentsAt } from './splices/dash-splice-segments.ts';
export { findSplices, type Splice, type SplicedMedia } from './splices/find-splices.ts';
export {
  type HeardSide,
  type JudgedSide,
  type JudgedSplice,
  judgeSplice,
  offsetMsOf,
  type SideFindings,
  spliceThresholds,
} from './splices/judge-splice.ts';
export { ProgrammeLoudness } from './splices/programme-loudness.ts';
export {
  hlsSegmentsAt,
  type ListedSegment,
  type MediaPart,
  type SpliceSegments,
} from './splices/splice-segments.ts';
