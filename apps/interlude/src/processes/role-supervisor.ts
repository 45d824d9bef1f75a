/** Keeps the process of one role running: when it ends, another is started after a wait (ADR 0034). */
import type { PlatformRole } from '@interlude/contract';
import type { Clock, Logger, RoleName } from '@interlude/runtime';
import type { StartMessage, ToRole } from './launcher-messages.ts';
import { nextRestart } from './restart-delay.ts';
import type { RoleProcess } from './role-process.ts';

export interface SupervisorOptions {
  readonly role: RoleName;
  /** A new process; it waits for messages. */
  readonly fork: () => RoleProcess;
  readonly message: () => StartMessage;
  /** Called at every change of the state. */
  readonly onChange: () => void;
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
  /** Resolves after `ms`, or when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
}

const iso = (atMs: number): string => new Date(atMs).toISOString();

export class RoleSupervisor {
  readonly role: RoleName;
  readonly #options: SupervisorOptions;
  readonly #stopping = new AbortController();
  #process: RoleProcess;
  #state: PlatformRole;
  #watching: Promise<void> = Promise.resolve();

  /** The process is made at once, so that it can load its modules while others start. */
  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.role = options.role;
    this.#process = options.fork();
    this.#state = {
      role: options.role,
      state: 'starting',
      since: iso(options.clock.now()),
      restarts: 0,
      nextStartAt: null,
      reason: '',
    };
  }

  get state(): PlatformRole {
    return this.#state;
  }

  /** Resolves when the modules are loaded, or the process has ended. */
  load(): Promise<void> {
    return this.#process.load();
  }

  /** The first start; a failure ends the start of the platform. @throws the error of the role */
  async start(): Promise<void> {
    await this.#process.start(this.#options.message());
    this.#running();
    this.#watching = this.#restartWhenEnded(undefined, this.#options.clock.now());
  }

  /** The first start of a role that no other role needs: a failure counts as an end, and is tried again. */
  startBehind(): void {
    const { clock } = this.#options;
    this.#watching = this.#tryStart().then((problem) =>
      this.#restartWhenEnded(problem, problem === undefined ? clock.now() : undefined),
    );
  }

  send(message: ToRole): void {
    this.#process.send(message);
  }

  /** In order; resolves when the process has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.send({ kind: 'stop' });
    await this.#process.ended;
    await this.#watching;
  }

  kill(): void {
    this.#stopping.abort();
    this.#process.kill();
  }

  #change(change: Partial<PlatformRole>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange();
  }

  #running(): void {
    const since = iso(this.#options.clock.now());
    this.#change({ state: 'running', since, nextStartAt: null, reason: '' });
    this.#options.logger.info({ pid: this.#process.pid }, 'the role runs in a process of its own');
  }

  /** A role that cannot be started again stays down since the first end. */
  #down(reason: string, nowMs: number, delayMs: number): void {
    const { logger } = this.#options;
    const { state, since, restarts } = this.#state;
    this.#change({
      state: 'down',
      since: state === 'down' ? since : iso(nowMs),
      nextStartAt: iso(nowMs + delayMs),
      reason,
    });
    logger.error({ reason, restarts, delayMs }, 'a role has ended and is started again');
  }

  /** @param problem why the first start failed; undefined: the role runs, since `sinceMs` */
  async #restartWhenEnded(problem: string | undefined, sinceMs: number | undefined): Promise<void> {
    const { clock, random, wait } = this.#options;
    const { signal } = this.#stopping;
    let endsInARow = 0;
    let runningSinceMs = sinceMs;
    let reason = problem ?? (await this.#process.ended);
    while (!signal.aborted) {
      const nowMs = clock.now();
      const ranMs = runningSinceMs === undefined ? 0 : nowMs - runningSinceMs;
      const next = nextRestart(endsInARow, ranMs, random());
      endsInARow = next.endsInARow;
      this.#down(reason, nowMs, next.delayMs);
      await wait(next.delayMs, signal);
      if (signal.aborted) return;
      const failure = await this.#startAgain();
      runningSinceMs = failure === undefined ? clock.now() : undefined;
      reason = failure ?? (await this.#process.ended);
    }
  }

  /** Why it could not, as the end of a sentence that begins with the role; undefined: it runs. */
  async #startAgain(): Promise<string | undefined> {
    const { fork } = this.#options;
    this.#change({ restarts: this.#state.restarts + 1, nextStartAt: null });
    try {
      this.#process = fork();
    } catch (error) {
      // the machine is out of memory or processes: that may pass, and it concerns no other role
      return `could not be started: ${error instanceof Error ? error.message : String(error)}`;
    }
    return this.#tryStart();
  }

  async #tryStart(): Promise<string | undefined> {
    try {
      await this.#process.start(this.#options.message());
    } catch {
      return await this.#process.ended;
    }
    this.#running();
    return undefined;
  }
}
