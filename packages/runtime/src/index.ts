export {
  createScanner,
  type Scanner,
  type ScannerOptions,
  type ScanResult,
} from './antivirus/scanner.ts';
export {
  auditNetwork,
  type ClientAddresses,
  clientNetwork,
  createClientAddresses,
} from './client-address.ts';
export { type Clock, systemClock } from './clock.ts';
export { type Config, type ConfigVariable, configVariables, parseConfig } from './config.ts';
export { type ReadCsv, readCsv } from './csv/read-csv.ts';
export { allowEntryProblem, isCovered } from './egress/allow-list.ts';
export { allOffered, createEgress } from './egress/egress.ts';
export type {
  Egress,
  EgressAnswer,
  EgressOptions,
  EgressRequest,
  EgressStream,
  EgressStreamRequest,
  TenantEgress,
  TenantEgresses,
} from './egress/egress-types.ts';
export { isOwnedHeader } from './egress/redirect.ts';
export {
  isSourceOrigin,
  type SourceSettings,
  sourceFetcher,
  sourceStreamer,
  sourceUrl,
} from './egress/source-fetcher.ts';
export { readableOf } from './egress/web-fetch.ts';
export { type ArchivePlace, parseArchivePlace } from './event-archive/archive-place.ts';
export { type CountryLookup, createCountryLookup } from './geo/country-lookup.ts';
export { createHealth, type Health, type HealthCheck } from './health.ts';
export { type HealthServer, startHealthServer } from './health-server.ts';
export { openHourly, sealHourly } from './hourly-seal.ts';
export { newId, randomToken } from './ids.ts';
export { isMonitorKey, monitorKey, monitorParameter } from './keys/monitor-key.ts';
export { isPreviewKey, previewKey } from './keys/preview-key.ts';
export { type ListenOptions, listen } from './listen.ts';
export { createLogger, type Logger, type LoggerOptions, type LogLevel } from './logger.ts';
export { createMask } from './mask-secrets.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { prettyLine } from './pretty-log.ts';
export { makePrivateFolder } from './private-folder.ts';
export { type RepeatedTask, type RepeatOptions, repeat } from './repeat.ts';
export { type Role, type RoleName, roleNames } from './role.ts';
export {
  findSecretKey,
  loadSecretKey,
  openBytes,
  openSecret,
  openViewerSecret,
  resealed,
  type SecretKey,
  sealBytes,
  sealedExtraBytes,
  sealSecret,
  signText,
  storeSecretKey,
  verifyText,
} from './secrets.ts';
export {
  readUnsubscribeKey,
  type Unsubscription,
  unsubscribeKey,
} from './signed-keys/unsubscribe-key.ts';
export { budgetLimits, tierBudgets, workLimits } from './source-budgets/budget-limits.ts';
export { eachOf } from './source-budgets/each-of.ts';
export { type DocumentSize, measureDocument } from './source-budgets/measure-document.ts';
export { type SourceBudget, SourceBudgets } from './source-budgets/source-budgets.ts';
export {
  type Droppable,
  keptBytes,
  SourceMemory,
  type SourceOwner,
} from './source-budgets/source-memory.ts';
export { isTooLarge, namedTooLarge, tooLarge } from './source-budgets/too-large.ts';
export { withTimeout } from './with-timeout.ts';
