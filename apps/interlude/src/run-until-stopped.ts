/** Runs the platform in this process: logs, banner, signals, deadline. */
import type { RoleName } from '@interlude/runtime';
import { bannerText, credentialsLine } from './banner.ts';
import { startPlatform } from './platform.ts';

/** What still runs after this is cut off. */
const STOP_DEADLINE_MS = 10_000;
const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Ends with the process: after a signal with code 0, after the deadline or a second signal at once. */
export async function runUntilStopped(roles: readonly RoleName[]): Promise<void> {
  const isTerminal = process.stdout.isTTY;
  // Without a terminal standard output carries JSON lines only; what a person reads goes beside them.
  const forPeople = isTerminal ? process.stdout : process.stderr;
  const starting = new AbortController();
  let stop = async (): Promise<void> => undefined;
  let isStopping = false;

  const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (isStopping) process.exit(signalCodes[signal]);
    isStopping = true;
    starting.abort(new Error('stopped while starting'));
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  const platform = await startPlatform({
    env: process.env,
    cwd: process.cwd(),
    roles,
    pretty: isTerminal,
    signal: starting.signal,
    onFirstAdminLost: (admin) => forPeople.write(`SuperAdmin: ${credentialsLine(admin)}\n`),
  });
  stop = platform.stop;
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      platform.logger.fatal({ err: error }, 'unexpected error: the process stops');
      setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
      platform.stop().finally(() => process.exit(1));
    });
  }
  forPeople.write(bannerText(platform));
}
