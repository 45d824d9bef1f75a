export { archiveLimits } from './archive-limits.ts';
export { archiveColumns, eventOf, rowOf } from './archive-row.ts';
export { type ArchiveStorage, openArchiveStorage } from './archive-storage.ts';
export type { ArchiveCatalogue, CrowdedDay, EventFile } from './catalogue.ts';
export { type RunEngine, runEngine } from './engine/run-engine.ts';
export {
  type ArchiveLimits,
  type ArchiveParts,
  archiveIntake,
  type IntakeResult,
} from './files/archive-intake.ts';
export { compactDays, removeUnread } from './files/compact-days.ts';
export { breakMarginMs, type DayOfCompany, type FoldedDay, foldDay } from './reading/fold-day.ts';
export { type LocalFiles, openLocalFiles } from './reading/local-files.ts';
export {
  type QueryAnswer,
  type QueryLimits,
  type QueryValue,
  queryEvents,
  queryLimits,
} from './reading/query-events.ts';
export { type EventPeriod, readEvents } from './reading/read-events.ts';
export {
  type ArchivedSegment,
  archiveFolder,
  companyFolder,
  dayText,
  type EventFileName,
  eventFileKey,
  intakeFolder,
  intakeName,
  segmentOfIntake,
} from './segment-name.ts';
