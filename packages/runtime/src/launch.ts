/**
 * What the launcher needs of this package: configuration, log, ports. Apart from the index, which loads HTTP client and
 * metrics too: roles are forked only when the launcher is loaded.
 */
export { systemClock } from './clock.ts';
export { configVariables, parseConfig } from './config.ts';
export { listen } from './listen.ts';
export { createLogger } from './logger.ts';
export { prettyLine } from './pretty-log.ts';
export { roleNames } from './role.ts';
