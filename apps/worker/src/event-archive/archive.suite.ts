/**
 * An archive with a database of its own, whose calls throw where a test chooses, as if the process were killed there.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ArchiveParts,
  intakeName,
  openArchiveStorage,
  openLocalFiles,
  queryEvents,
  runEngine,
} from '@interlude/event-archive';
import { createEventFileStore } from '@interlude/persistence';
import { encodeEventFrames, type StitcherEvent } from '@interlude/reporting';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach } from 'vitest';

const dayMs = 86_400_000;

/** Calls in the order of their names; one is killed before or after it. */
export class KillSwitch {
  readonly calls: string[] = [];
  kill: { readonly call: number; readonly isAfter: boolean } | undefined;

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const call = this.calls.push(name) - 1;
    const { kill } = this;
    if (kill?.call === call && !kill.isAfter) throw new Error(`killed before ${name}`);
    const answer = await work();
    if (kill?.call === call && kill.isAfter) throw new Error(`killed after ${name}`);
    return answer;
  }

  /** Every method of an object that changes something. */
  over<T extends object>(target: T, names: readonly (keyof T & string)[]): T {
    return new Proxy(target, {
      get: (object, name, receiver) => {
        const value: unknown = Reflect.get(object, name, receiver);
        const known = names.find((one) => one === name);
        if (known === undefined || typeof value !== 'function') return value;
        return (...args: unknown[]) =>
          this.run(known, async () => Reflect.apply(value, object, args) as unknown);
      },
    });
  }
}

export interface ArchiveBench {
  readonly database: TemplateDatabase['database'];
  readonly clock: ReturnType<typeof fixedClock>;
  readonly dataFolder: string;
  readonly tenants: readonly string[];
  parts(kills?: KillSwitch): ArchiveParts;
  /** A counted segment, as a stitcher leaves it. */
  addSegment(seq: number, events: readonly Partial<StitcherEvent>[]): Promise<void>;
  /** Rows of a question over all files that are read. */
  ask(question: string): Promise<readonly (readonly unknown[])[]>;
}

/** Call it in a test file: it has hooks. */
export function useArchive(): ArchiveBench {
  const clock = fixedClock();
  let made: TemplateDatabase;
  let tenants: string[] = [];
  let dataFolder = '';
  let archive: ReturnType<typeof openArchiveStorage>;
  beforeAll(async () => {
    made = await templateDatabase({ clock });
    tenants = [await addTenant(made.database), await addTenant(made.database)];
  });
  afterAll(() => made.drop());
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'interlude-archive-'));
    archive = openArchiveStorage({ type: 'local', settings: {}, allow: [] }, dataFolder);
    await made.database.system.deleteFrom('event_files').execute();
    await made.database.system.deleteFrom('archived_segments').execute();
    return async () => {
      await archive.close();
      await rm(dataFolder, { recursive: true, force: true });
    };
  });
  const store = () => createEventFileStore(made.database);
  return {
    get database() {
      return made.database;
    },
    clock,
    get dataFolder() {
      return dataFolder;
    },
    get tenants() {
      return tenants;
    },
    parts: (kills = new KillSwitch()) => ({
      storage: kills.over(archive.storage, ['put', 'remove']),
      catalogue: kills.over(store(), ['draft', 'commit', 'replace', 'forget']),
      runEngine: (task) => kills.run('engine', () => runEngine(task)),
      workFolder: join(dataFolder, 'work'),
      now: () => clock.now(),
      limits: { gatherMs: 0 },
    }),
    async addSegment(seq, events) {
      const openedAtMs = clock.now();
      const usual = { type: 'impression', atMs: openedAtMs, channel: 'c', session: 's' } as const;
      const whole = events.map((event) => ({
        ...{ ...usual, tenant: tenants[0] ?? '', viewer: 'v', breakId: `segment-${seq}` },
        ...event,
      }));
      const folder = join(dataFolder, 'event-archive', 'intake');
      await mkdir(folder, { recursive: true });
      const name = intakeName({ writer: 'w', seq, openedAtMs }) ?? '';
      await writeFile(join(folder, name), encodeEventFrames(whole));
    },
    async ask(question) {
      const today = Math.floor(clock.now() / dayMs);
      const found = await store().current({ fromDay: today - 30, toDay: today + 1 });
      const files = await openLocalFiles(archive, found);
      try {
        return (await queryEvents(files, question)).rows;
      } finally {
        await files.remove();
      }
    },
  };
}
