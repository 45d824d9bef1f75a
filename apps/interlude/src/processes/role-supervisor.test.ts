import { createLogger } from '@interlude/runtime';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ToRole } from './launcher-messages.ts';
import type { RoleProcess } from './role-process.ts';
import { RoleSupervisor } from './role-supervisor.ts';

/** A process that the test controls. */
class FakeProcess implements RoleProcess {
  readonly pid = 1;
  readonly sent: ToRole[] = [];
  readonly #end = Promise.withResolvers<string>();
  readonly ended = this.#end.promise;
  readonly #canStart: boolean;

  constructor(canStart: boolean) {
    this.#canStart = canStart;
  }

  end(how = 'was ended by SIGKILL'): void {
    this.#end.resolve(how);
  }

  load(): Promise<void> {
    this.send({ kind: 'load' });
    return Promise.resolve();
  }

  async start(message: ToRole): Promise<void> {
    this.sent.push(message);
    if (this.#canStart && !hangs) return;
    if (this.#canStart) await this.ended;
    this.end('could not start: no port');
    throw new Error('no port');
  }

  send(message: ToRole): void {
    this.sent.push(message);
    if (message.kind === 'stop') this.end('ended with code 0');
  }

  kill(): void {
    this.end();
  }
}

const startMs = Date.UTC(2026, 2, 1, 12);
let nowMs: number;
let forked: FakeProcess[];
let canStart: boolean;
let forkProblem: Error | undefined;
let hangs: boolean;
let waits: { readonly ms: number; readonly pass: () => void }[];
let changes: string[];
let supervisor: RoleSupervisor;

beforeEach(async () => {
  nowMs = startMs;
  forked = [];
  waits = [];
  changes = [];
  canStart = true;
  forkProblem = undefined;
  hangs = false;
  supervisor = supervise();
  await supervisor.start();
});

function supervise(): RoleSupervisor {
  return new RoleSupervisor({
    role: 'stitcher',
    fork: () => {
      if (forkProblem !== undefined) throw forkProblem;
      const made = new FakeProcess(canStart);
      forked.push(made);
      return made;
    },
    message: () => ({ kind: 'start', version: '1.0.0' }),
    onChange: () => changes.push(supervisor.state.state),
    clock: { now: () => nowMs },
    random: () => 1,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        waits.push({ ms, pass: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
    logger: createLogger({ name: 'test', level: 'silent' }),
  });
}

/** Until everything that can happen now has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function endAfter(ms: number): Promise<void> {
  nowMs += ms;
  forked.at(-1)?.end();
  await settled();
}

async function passWait(): Promise<void> {
  const { ms = 0, pass } = waits.at(-1) ?? {};
  nowMs += ms;
  pass?.();
  await settled();
}

it('loads the modules of its present process before the start', async () => {
  const other = supervise();
  await other.load();
  await other.start();
  expect(forked.at(-1)?.sent.map(({ kind }) => kind)).toEqual(['load', 'start']);
});

describe('SEC-S66 a role whose process has ended', () => {
  it('is down with the reason, since then, until it is started again', async () => {
    await endAfter(5_000);
    expect(supervisor.state).toEqual({
      role: 'stitcher',
      state: 'down',
      since: '2026-03-01T12:00:05.000Z',
      restarts: 0,
      nextStartAt: '2026-03-01T12:00:05.500Z',
      reason: 'was ended by SIGKILL',
    });
    expect(forked).toHaveLength(1);
    await passWait();
    expect(forked).toHaveLength(2);
    expect(supervisor.state).toEqual({
      role: 'stitcher',
      state: 'running',
      since: '2026-03-01T12:00:05.500Z',
      restarts: 1,
      nextStartAt: null,
      reason: '',
    });
    expect(changes).toEqual(['running', 'down', 'down', 'running']);
  });

  it('waits longer each time, and shortly again after a calm minute', async () => {
    for (const ranMs of [5_000, 5_000, 5_000, 60_000]) {
      await endAfter(ranMs);
      await passWait();
    }
    expect(waits.map(({ ms }) => ms)).toEqual([500, 1_000, 2_000, 500]);
  });

  it('stays down since its end while it cannot be started', async () => {
    canStart = false;
    await endAfter(5_000);
    await passWait();
    expect(supervisor.state).toMatchObject({
      state: 'down',
      since: '2026-03-01T12:00:05.000Z',
      restarts: 1,
      nextStartAt: '2026-03-01T12:00:06.500Z',
      reason: 'could not start: no port',
    });
    canStart = true;
    await passWait();
    expect(supervisor.state).toMatchObject({ state: 'running', restarts: 2 });
  });

  it('stays down while the machine has no memory for another process', async () => {
    forkProblem = new Error('spawn ENOMEM');
    await endAfter(5_000);
    await passWait();
    expect(supervisor.state).toMatchObject({
      state: 'down',
      restarts: 1,
      nextStartAt: '2026-03-01T12:00:06.500Z',
      reason: 'could not be started: spawn ENOMEM',
    });
    forkProblem = undefined;
    await passWait();
    expect(supervisor.state).toMatchObject({ state: 'running', restarts: 2 });
  });

  it('waits longer although starts that fail take longer than a calm minute', async () => {
    hangs = true;
    await endAfter(5_000);
    await passWait();
    for (const _start of [1, 2]) {
      await endAfter(60_000);
      await passWait();
    }
    expect(waits.map(({ ms }) => ms)).toEqual([500, 1_000, 2_000]);
  });

  it('is not started again when the platform stops', async () => {
    await endAfter(5_000);
    await supervisor.stop();
    expect(forked).toHaveLength(1);
  });
});

describe('a role that nothing waits for', () => {
  const startBehind = async (): Promise<void> => {
    supervisor = supervise();
    supervisor.startBehind();
    await settled();
  };

  it('starts, and is started again when it has ended', async () => {
    await startBehind();
    expect(supervisor.state).toMatchObject({ state: 'running', restarts: 0 });
    await endAfter(5_000);
    expect(supervisor.state).toMatchObject({ state: 'down', reason: 'was ended by SIGKILL' });
    await passWait();
    expect(supervisor.state).toMatchObject({ state: 'running', restarts: 1, reason: '' });
  });

  it('SEC-S66 that cannot start is down with the reason, and is tried again', async () => {
    canStart = false;
    await startBehind();
    expect(supervisor.state).toMatchObject({
      state: 'down',
      restarts: 0,
      reason: 'could not start: no port',
    });
    canStart = true;
    await passWait();
    expect(supervisor.state).toMatchObject({ state: 'running', restarts: 1 });
  });

  it('stops also while it starts', async () => {
    hangs = true;
    await startBehind();
    expect(supervisor.state.state).toBe('starting');
    await supervisor.stop();
    expect(waits).toEqual([]);
  });
});

describe('SEC-S67 a platform that stops', () => {
  it('stops the role in order and waits for its end', async () => {
    await supervisor.stop();
    expect(forked[0]?.sent.map(({ kind }) => kind)).toEqual(['start', 'stop']);
    expect(waits).toEqual([]);
  });

  it('ends it at once when it has to', async () => {
    supervisor.kill();
    await settled();
    expect(await forked[0]?.ended).toBe('was ended by SIGKILL');
    expect([forked.length, waits.length]).toEqual([1, 0]);
  });
});
