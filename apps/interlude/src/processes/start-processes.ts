/**
 * Each role in a process of its own (ADR 0034). The launcher prepares the database once, starts the roles in order, and
 * starts again those that end; the control plane gets their states. Roles that no other role needs start when the
 * others are ready.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PreparedDatabase } from '@interlude/persistence';
import type { RoleName } from '@interlude/runtime';
import { needsDatabase, roleStep, startOrder, startsBehind } from '../roles.ts';
import { databaseOptions, databaseStep, prepareData, type Starting } from '../starting.ts';
import { giveBackMemoryOnce } from './give-back-memory.ts';
import type { StartMessage } from './launcher-messages.ts';
import { nodeArguments } from './node-arguments.ts';
import { guardOrphans, type OrphanGuard } from './orphan-guard.ts';
import { roleEnvironment } from './role-environment.ts';
import { forkRole, type RoleProcess } from './role-process.ts';
import { RoleSupervisor } from './role-supervisor.ts';

/** A role that takes longer to stop does not delay the next ones further. */
const STOP_IN_ORDER_MS = 3_000;
/** Roles that still stop after this are killed, so that the database can stop before the launcher's own deadline. */
const STOP_ALL_MS = 8_000;

interface Launched {
  /** In the order of their start. */
  readonly supervisors: RoleSupervisor[];
  readonly guard: OrphanGuard;
  /** Makes the process of a role. */
  readonly supervise: (role: RoleName) => RoleSupervisor;
  /** Where the database is, once it is prepared. */
  place: PreparedDatabase['place'] | undefined;
}

/** Makes a process for each role that the start waits for. */
function launch(starting: Starting): Launched {
  const { env, cwd, roles, logger, clock, writeLine, version } = starting;
  const guard = guardOrphans(logger);
  const guardedFork = (role: RoleName): RoleProcess => {
    const forked = forkRole({
      ...{ role, cwd, env: roleEnvironment(role, env) },
      execArgv: nodeArguments(role, process.execArgv, env['NODE_OPTIONS'] ?? ''),
      onLine: (line) => writeLine(`${line}\n`),
      onErrorText: (text) => logger.warn({ role, text }, 'a role wrote to its error output'),
      onFirstAdmin: starting.onFirstAdmin,
    });
    const { pid } = forked;
    if (pid !== undefined) {
      guard.add(pid);
      void forked.ended.then(() => guard.remove(pid));
    }
    return forked;
  };
  const supervise = (role: RoleName): RoleSupervisor =>
    new RoleSupervisor({
      role,
      fork: () => guardedFork(role),
      message: (): StartMessage => ({
        kind: 'start',
        version,
        database: needsDatabase([role]) ? launched.place : undefined,
      }),
      onChange: () => {
        const states = launched.supervisors.map(({ state }) => state);
        const controlPlane = launched.supervisors.find(
          ({ role: name }) => name === 'control-plane',
        );
        controlPlane?.send({ kind: 'roles', roles: states });
      },
      clock,
      random: Math.random,
      wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
      logger: logger.child({ role }),
    });
  const launched: Launched = {
    supervisors: waitedFor(roles).map(supervise),
    guard,
    supervise,
    place: undefined,
  };
  return launched;
}

/** One after the other: a first start has half of a machine of two cores to spare while it makes the database. */
async function loadInTurn(supervisors: readonly RoleSupervisor[]): Promise<void> {
  for (const supervisor of supervisors) await supervisor.load();
}

function waitedFor(roles: readonly RoleName[]): readonly RoleName[] {
  return startOrder.filter((role) => roles.includes(role) && !startsBehind.includes(role));
}

/**
 * Stops the roles one after the other; a slow one continues to stop beside the next ones, and the database waits for
 * it.
 */
function stopLater(
  starting: Starting,
  launched: Launched,
  stopDatabase: () => Promise<void>,
): (supervisor: RoleSupervisor) => void {
  const { undos } = starting;
  const stopping: Promise<void>[] = [];
  let force: NodeJS.Timeout | undefined;
  const kill = () => {
    for (const supervisor of launched.supervisors) supervisor.kill();
  };
  // the launcher ends at once: after a second signal, or when stopping takes too long
  process.on('exit', kill);
  undos.push({
    what: 'database',
    run: async () => {
      await Promise.all(stopping);
      clearTimeout(force);
      launched.guard.stop();
      process.off('exit', kill);
      await stopDatabase();
    },
  });
  const stopRoleLater = (supervisor: RoleSupervisor): void => {
    const stop = async () => {
      force ??= setTimeout(kill, STOP_ALL_MS);
      const ended = supervisor.stop();
      stopping.push(ended);
      const late = sleep(STOP_IN_ORDER_MS, 'late' as const, { ref: false });
      if ((await Promise.race([ended, late])) === 'late') {
        throw new Error(`still stopping after ${STOP_IN_ORDER_MS} ms: the others stop beside it`);
      }
    };
    undos.push({ what: supervisor.role, run: stop });
  };
  launched.supervisors.forEach(stopRoleLater);
  return stopRoleLater;
}

/** @throws the error of a role; parts started so far stay in `undos` */
export async function startProcesses(starting: Starting): Promise<void> {
  const { config, signal, progress, roles } = starting;
  const launched = launch(starting);
  let prepared: PreparedDatabase | undefined;
  const stopRoleLater = stopLater(starting, launched, async () => prepared?.stop());
  void loadInTurn(launched.supervisors);
  await prepareData(starting, async () => {
    const { prepareDatabase } = await import('@interlude/persistence/prepare-database');
    await progress.step(databaseStep(starting), async () => {
      prepared = await prepareDatabase(databaseOptions(starting));
      launched.place = prepared.place;
      return prepared.place;
    });
  });
  for (const supervisor of launched.supervisors) void supervisor.load();
  for (const supervisor of launched.supervisors) {
    signal.throwIfAborted();
    await progress.step(roleStep(supervisor.role, config), () => supervisor.start());
  }
  signal.throwIfAborted();
  for (const role of startsBehind.filter((name) => roles.includes(name))) {
    const supervisor = launched.supervise(role);
    launched.supervisors.push(supervisor);
    stopRoleLater(supervisor);
    supervisor.startBehind();
  }
  giveBackMemoryOnce();
}
