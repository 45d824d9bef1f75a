/**
 * The one door through which decoders and encoders are started. They read what strangers send, so that one that is
 * taken over finds little: an environment without the platform's secrets, limits of memory, time, files, processes and
 * core dumps, and no network where the system can take it away (`unshare` of util-linux, as root or with user namespaces).
 *
 * What it does not do: it keeps the account. A child that runs as another one could not read the data folder, which is
 * closed to others. For root the system enforces no limit of processes. Without `sh` (Windows) only the environment is
 * closed; without `unshare`, or in a container that forbids namespaces, the network stays.
 */
import { availableParallelism } from 'node:os';

/** Of one child, by `ulimit`. */
export const childLimits = {
  /** Private memory: decoding and encoding a ladder of UHD takes 3 GiB. */
  memoryKibibytes: 8 * 1024 * 1024,
  /** Of all cores together: a day of one. */
  cpuSeconds: 86_400,
  /** 64 GiB, in blocks of 512 bytes. */
  fileBlocks: 64 * 1024 * 1024 * 2,
  openFiles: 1_024,
  /** Processes and threads of the account together: encoding a ladder has about ten threads for each core. */
  processes: 4_096 + 1_024 * availableParallelism(),
} as const;

/** What programs need to be found, to find their libraries and a place for short-lived files, and to print text. */
const kept: readonly string[] = [
  ...['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'PATHEXT'],
  ...['TMPDIR', 'TEMP', 'TMP', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'],
];

/** @see rule SEC-S31 */
export function closedEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

const { memoryKibibytes, cpuSeconds, fileBlocks, openFiles, processes } = childLimits;

/**
 * Sets the limits, takes the network away and becomes the program: the process keeps its number and its pipes. Some shells
 * call the limit of processes `-u`, others `-p`.
 */
const DOOR = `ulimit -c 0
ulimit -t ${cpuSeconds}
ulimit -f ${fileBlocks}
ulimit -d ${memoryKibibytes} 2>/dev/null
ulimit -n ${openFiles} 2>/dev/null
ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes} 2>/dev/null
if unshare -n true 2>/dev/null; then exec unshare -n "$@"
elif unshare -rn true 2>/dev/null; then exec unshare -rn "$@"
else exec "$@"; fi`;

const hasShell = process.platform !== 'win32';

export interface ClosedCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

/** The command that starts a program behind the door. */
export function closedCommand(program: string, args: readonly string[]): ClosedCommand {
  const env = closedEnvironment(process.env);
  return hasShell
    ? { program: 'sh', args: ['-c', DOOR, 'sh', program, ...args], env }
    : { program, args, env };
}

/** Options of `fork` for a child of Node behind the door. */
export function closedFork() {
  const { program, args, env } = closedCommand(process.execPath, process.execArgv);
  return { execPath: program, execArgv: [...args], env };
}
