/**
 * JSON lines. The message is a fixed sentence;
 * values are fields: `log.info({ channelId }, 'channel enabled')`. Levels: error = a person must act,
 * warn = a viewer or tenant lost something, info = lifecycle, debug = the rest.
 */
import { type DestinationStream, destination, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LoggerOptions {
  readonly name: string;
  readonly level?: LogLevel;
  /** Where the lines go; unset = standard output. `prettyLine` makes one readable for a terminal. */
  readonly stream?: DestinationStream;
}

/** Field names whose value must never be written, at the top and one and two levels down. */
const secretFields = [
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  '["set-cookie"]',
  '["api-key"]',
  '["x-api-key"]',
  '["proxy-authorization"]',
  'apiKey',
  'apiToken',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'accessToken',
  'refreshToken',
  'password',
  'secret',
  'client_secret',
  'secretKey',
  'code_verifier',
] as const;

const under = (prefix: string, field: string) =>
  field.startsWith('[') ? `${prefix}${field}` : `${prefix}.${field}`;

/** Written at once, so that the last line before a crash is there. A reader that left is no error. */
function standardOutput(): DestinationStream {
  return destination({ dest: 1, sync: true }).on('error', () => undefined);
}

/**
 * A logger of JSON lines, or of readable ones on a terminal.
 * @returns a logger that masks secrets, tokens and passwords wherever they stand
 * @see rule SEC-S13
 */
export function createLogger(options: LoggerOptions): Logger {
  return pino(
    {
      name: options.name,
      level: options.level ?? 'info',
      base: { name: options.name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretFields.flatMap((field) => [field, under('*', field), under('*.*', field)]),
        censor: '[secret]',
      },
      serializers: { error: pino.stdSerializers.err },
    },
    options.stream ?? standardOutput(),
  );
}
