export {
  createScanner,
  type Scanner,
  type ScannerOptions,
  type ScanResult,
} from './antivirus/scanner.ts';
export { type ClientAddresses, clientNetwork, createClientAddresses } from './client-address.ts';
export { type Clock, systemClock } from './clock.ts';
export { type Config, type ConfigVariable, configVariables, parseConfig } from './config.ts';
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
export {
  isSourceOrigin,
  type SourceSettings,
  sourceFetcher,
  sourceStreamer,
  sourceUrl,
} from './egress/source-fetcher.ts';
export { readableOf } from './egress/web-fetch.ts';
export { createHealth, type Health, type HealthCheck } from './health.ts';
export { type HealthServer, startHealthServer } from './health-server.ts';
export { newId, randomToken } from './ids.ts';
export { type ListenOptions, listen } from './listen.ts';
export { createLogger, type Logger, type LoggerOptions, type LogLevel } from './logger.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { prettyLine } from './pretty-log.ts';
export { isPreviewKey, previewKey } from './preview-key.ts';
export { makePrivateFolder } from './private-folder.ts';
export { type Role, type RoleName, roleNames } from './role.ts';
export {
  loadSecretKey,
  openBytes,
  openSecret,
  openViewerSecret,
  type SecretKey,
  sealBytes,
  sealedExtraBytes,
  sealSecret,
  signText,
  verifyText,
} from './secrets.ts';
export { withTimeout } from './with-timeout.ts';
