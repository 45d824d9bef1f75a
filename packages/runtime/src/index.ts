export { type Clock, systemClock } from './clock.ts';
export { type Config, type ConfigVariable, configVariables, parseConfig } from './config.ts';
export { createEgress } from './egress/egress.ts';
export type { Egress, EgressAnswer, EgressOptions, EgressRequest } from './egress/egress-types.ts';
export { createHealth, type Health, type HealthCheck } from './health.ts';
export { newId, randomToken } from './ids.ts';
export { type ListenOptions, listen } from './listen.ts';
export { createLogger, type Logger, type LoggerOptions, type LogLevel } from './logger.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { type Role, type RoleName, roleNames } from './role.ts';
export {
  loadSecretKey,
  openSecret,
  type SecretKey,
  sealSecret,
  signText,
  verifyText,
} from './secrets.ts';
