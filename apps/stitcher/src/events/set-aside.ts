/**
 * Events that the database refuses for good, beside the spool until a command replays them:
 * `<data>/set-aside/<writer>-<seq>-<openedAtMs>-<events>.seg`. It is a `.draft` until the other events of its segment
 * are counted: a process that dies in between narrows the segment again and writes the same draft.
 */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeEventFrames, encodeEventFrames, type StitcherEvent } from '@interlude/reporting';
import { makePrivateFolder } from '@interlude/runtime';
import { isMissing } from '../append-log/folder-owner.ts';
import type { SegmentName } from './spool-files.ts';

export const setAsideLimits = {
  /** An eighth of the spool: more than a million events. What comes after it is lost and counted. */
  totalBytes: 256 * 1024 * 1024,
  /** One for each segment with a fault: half a day of them without a pause. */
  files: 10_000,
} as const;

export type SetAsideLimits = { readonly [Key in keyof typeof setAsideLimits]: number };

export interface SetAsideFile extends SegmentName {
  readonly events: number;
  readonly path: string;
}

const pattern = /^(.{1,100})-(\d{10})-(\d{1,15})-(\d{1,9})\.seg$/;
const draftEnd = '.draft';

const stem = ({ writer, seq, openedAtMs }: SegmentName) =>
  `${writer}-${String(seq).padStart(10, '0')}-${openedAtMs}`;

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

export class SetAside {
  readonly #folder: string;
  readonly #limits: SetAsideLimits;
  #files: readonly SetAsideFile[] = [];

  /** @param dataFolder INTERLUDE_DATA */
  constructor(dataFolder: string, limits: Partial<SetAsideLimits> = {}) {
    this.#folder = join(dataFolder, 'set-aside');
    this.#limits = { ...setAsideLimits, ...limits };
  }

  /** Number of events that are set aside, as of the last look. */
  get events(): number {
    return this.#files.reduce((sum, { events }) => sum + events, 0);
  }

  /** The files, the oldest of each writer first. A missing folder has none. */
  async look(): Promise<readonly SetAsideFile[]> {
    const names = await readdir(this.#folder).catch(() => []);
    this.#files = names.sort().flatMap((name) => {
      const [, writer, seq, openedAtMs, events] = pattern.exec(name) ?? [];
      const path = join(this.#folder, name);
      return writer === undefined
        ? []
        : [
            {
              writer,
              seq: Number(seq),
              openedAtMs: Number(openedAtMs),
              events: Number(events),
              path,
            },
          ];
    });
    return this.#files;
  }

  #draft(name: SegmentName): string {
    return join(this.#folder, `${stem(name)}${draftEnd}`);
  }

  async #hasRoomFor(draft: string, bytes: number): Promise<boolean> {
    const names = await readdir(this.#folder).catch(() => []);
    const paths = names.map((name) => join(this.#folder, name)).filter((path) => path !== draft);
    const { totalBytes, files } = this.#limits;
    if (paths.length >= files) {
      return false;
    }
    const sizes = await Promise.all(paths.map(sizeOf));
    return sizes.reduce((sum, size) => sum + size, bytes) <= totalBytes;
  }

  /** Writes a draft, on the medium when it resolves. False when there is no room. Rejects when the disk refuses. */
  async write(name: SegmentName, events: readonly StitcherEvent[]): Promise<boolean> {
    const bytes = encodeEventFrames(events);
    const draft = this.#draft(name);
    if (!(await this.#hasRoomFor(draft, bytes.length))) {
      await rm(draft, { force: true });
      return false;
    }
    await makePrivateFolder(this.#folder);
    await writeFile(draft, bytes, { mode: 0o600, flush: true });
    return true;
  }

  /**
   * The other events of the segment are counted: its draft, if there is one, stays until it is replayed.
   * @returns the events in it
   */
  async keep(name: SegmentName): Promise<number> {
    const draft = this.#draft(name);
    try {
      const { events } = decodeEventFrames(await readFile(draft));
      await rename(draft, join(this.#folder, `${stem(name)}-${events.length}.seg`));
      await this.look();
      return events.length;
    } catch (error) {
      if (isMissing(error)) {
        return 0;
      }
      throw error;
    }
  }

  /** The events of a segment that wait here, whether or not the others are counted. */
  async eventsOf(name: SegmentName): Promise<readonly StitcherEvent[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const found = names.filter(
      (file) => file.startsWith(`${stem(name)}-`) || file === `${stem(name)}${draftEnd}`,
    );
    const events: StitcherEvent[] = [];
    for (const file of found) {
      events.push(...decodeEventFrames(await readFile(join(this.#folder, file))).events);
    }
    return events;
  }

  /** The whole segment was counted after all. @returns 0: nothing is set aside */
  async drop(name: SegmentName): Promise<0> {
    await rm(this.#draft(name), { force: true });
    return 0;
  }
}
