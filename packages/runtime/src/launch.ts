/**
 * The part of this package that the launcher needs: configuration, log, ports. Not the index, which also loads the HTTP
 * client and the metrics: roles are forked only after the launcher has loaded its modules.
 */
export { systemClock } from './clock.ts';
export { configVariables, parseConfig } from './config.ts';
export { listen } from './listen.ts';
export { createLogger } from './logger.ts';
export { prettyLine } from './pretty-log.ts';
export { roleNames } from './role.ts';
