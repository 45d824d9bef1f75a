/** Runs the platform in this process: logs, banner, signals, deadline. */
import type { RoleName } from '@interlude/runtime';
import { type Platform, startPlatform } from './platform.ts';
import { bannerText, credentialsLine } from './terminal/banner.ts';
import { Terminal } from './terminal/terminal.ts';

/** Tasks that still run after this are ended by the exit of the process. */
const STOP_DEADLINE_MS = 10_000;
/**
 * One Ctrl-C often arrives twice: from the terminal and again from npm or `timeout`, which pass it on. Only
 * a signal later than this is meant as a second one.
 */
const SAME_SIGNAL_MS = 700;
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** The first signal stops in order (also while starting), the second one at once. */
function stopOnSignals(starting: Promise<Platform>, abort: AbortController): void {
  let firstAt = 0;
  const onSignal = (signal: keyof typeof signalCodes): void => {
    if (abort.signal.aborted) {
      if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(signalCodes[signal]);
      return;
    }
    firstAt = performance.now();
    abort.abort(new Error(`${signal} while starting`));
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    starting
      .then(async (platform) => {
        platform.logger.info({ signal }, 'stopping');
        await platform.stop();
      })
      .catch(() => undefined) // ended while starting: the failed start has already stopped its parts
      .then(() => process.exit(0));
  };
  process.on('SIGHUP', onSignal); // the terminal was closed
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function stopOnMistakes(platform: Platform): void {
  const onError = (error: unknown): void => {
    platform.logger.fatal({ err: error }, 'unexpected error: the process stops');
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    platform.stop().finally(() => process.exit(1));
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
}

/** Resolves when everything runs; the process then lives until a signal. */
export async function runUntilStopped(roles: readonly RoleName[]): Promise<void> {
  const isTerminal = process.stdout.isTTY;
  // the reader of the output may exit (a closed terminal, `| head`): no reason to end
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // Without a terminal standard output has JSON lines only; texts for people go to standard error.
  const forPeople = isTerminal ? process.stdout : process.stderr;
  const terminal = isTerminal
    ? new Terminal({
        write: (text) => process.stdout.write(text),
        now: () => performance.now(),
        quietStart: (process.env['LOG_LEVEL'] ?? '') === '',
      })
    : undefined;
  const abort = new AbortController();
  const starting = startPlatform({
    env: process.env,
    cwd: process.cwd(),
    roles,
    terminal,
    signal: abort.signal,
    onFirstAdminLost: (admin) => forPeople.write(`SuperAdmin: ${credentialsLine(admin)}\n`),
  });
  stopOnSignals(starting, abort);
  const platform = await starting.catch((error: unknown) => {
    if (abort.signal.aborted) return undefined;
    throw error;
  });
  if (platform === undefined) return;
  terminal?.ready();
  stopOnMistakes(platform);
  forPeople.write(bannerText(platform));
}
