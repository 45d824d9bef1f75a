/**
 * Starts every decoder and encoder. They decode untrusted bytes, so one that is taken over must gain little: it has an
 * environment without the platform's secrets, limits of memory, time, files, processes and core dumps, and no network
 * where the system can take it away (`unshare` of util-linux, as root or with user namespaces). Where the platform is
 * root they run under another account, without capabilities (`child-account.ts`).
 *
 * Without `sh` (Windows) only the environment is closed; without `unshare`, or in a container that forbids namespaces,
 * the network stays. For root, where no other account can be taken, the system enforces no limit of processes.
 */
import { availableParallelism } from 'node:os';
import { type ChildAccount, setprivOptions } from './child-account.ts';
import { accountVariable } from './node-av/give-up-root.ts';

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

/** Variables that programs need: search paths of programs and libraries, folder of temporary files, locale. */
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

/** Lower limits, for a child that does less than encode. */
export type ClosedLimits = Partial<Record<'memoryKibibytes' | 'cpuSeconds' | 'fileBlocks', number>>;

/**
 * Shell script that sets the limits, drops network and account, and replaces itself by the program, which keeps process
 * id and pipes. Some shells call the limit of processes `-u`, others `-p`. `drop` is the command that changes the
 * account. In a user namespace the program keeps its user id where `unshare` can do that, and is root of the namespace
 * elsewhere.
 */
function door(drop: string, limits: ClosedLimits): string {
  const all = { ...childLimits, ...limits };
  const { memoryKibibytes, cpuSeconds, fileBlocks, openFiles, processes } = all;
  return `ulimit -c 0
ulimit -t ${cpuSeconds}
ulimit -f ${fileBlocks}
ulimit -d ${memoryKibibytes} 2>/dev/null
ulimit -n ${openFiles} 2>/dev/null
ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes} 2>/dev/null
if unshare -n true 2>/dev/null; then exec unshare -n ${drop} "$@"
elif ${drop} unshare -cn true 2>/dev/null; then exec ${drop} unshare -cn "$@"
elif ${drop} unshare -rn true 2>/dev/null; then exec ${drop} unshare -rn "$@"
else exec ${drop} "$@"; fi`;
}

const hasShell = process.platform !== 'win32';

export interface ClosedCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
  /** For `spawn`, where the door itself cannot change the account. */
  readonly uid?: number;
  readonly gid?: number;
}

/** The command that starts a program as a closed child. */
export function closedCommand(
  program: string,
  args: readonly string[],
  account: ChildAccount | undefined,
  limits: ClosedLimits = {},
): ClosedCommand {
  const env = closedEnvironment(process.env);
  if (!hasShell) return { program, args, env };
  const drop = account?.hasSetpriv === true ? ['setpriv', ...setprivOptions(account)] : [];
  const closed = {
    program: 'sh',
    args: ['-c', door(drop.join(' '), limits), 'sh', program, ...args],
    env,
  };
  return account?.hasSetpriv === false ? { ...closed, uid: account.uid, gid: account.gid } : closed;
}

/**
 * Capabilities that a Node child keeps to load its modules, which may lie below `/root`, and to change its account
 * afterwards.
 */
const keptToLoad = [
  ...['--inh-caps=-all', '--bounding-set=-all,+setuid,+setgid,+dac_read_search'],
  '--no-new-privs',
];

/** Options of `fork` for a closed child that runs Node. */
export function closedFork(account: ChildAccount | undefined, limits: ClosedLimits = {}) {
  const node = [process.execPath, ...process.execArgv];
  const all = account?.hasSetpriv === true ? ['setpriv', ...keptToLoad, ...node] : node;
  const { program, args, env } = closedCommand(all[0] ?? '', all.slice(1), undefined, limits);
  const accountEnv = account && { [accountVariable]: `${account.uid}:${account.gid}` };
  return { execPath: program, execArgv: [...args], env: { ...env, ...accountEnv } };
}
