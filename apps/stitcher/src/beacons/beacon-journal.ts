/**
 * Makes beacons happen once although a process may be killed: each event is on the disk before its beacons are sent,
 * and the next process goes on from there.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Clock, newId, type SecretKey, withTimeout } from '@interlude/runtime';
import type { HeldFolder } from '../append-log/held-folder.ts';
import { OwnFolder } from '../append-log/own-folder.ts';
import { adoptWriterFolders } from '../append-log/writer-folders.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import { sessionMark } from '../sessions/session-mark.ts';
import { resumedPod } from './journal-pod.ts';
import {
  type BeaconRecord,
  type JournalRecord,
  type PodRecord,
  parseRecord,
  type ReachedRecord,
  recordLine,
} from './journal-records.ts';
import { dropOldFiles, JournalWriter, journalFiles, journalLimits } from './journal-writer.ts';

/** A beacon that a dead process still had to send. */
export interface OwedBeacon {
  readonly id: string;
  readonly event: string;
  readonly url: string;
  readonly channelId: string;
  readonly headers: string;
}

export interface BeaconJournalOptions {
  /** `<data>/beacons` */
  readonly folder: string;
  readonly clock: Clock;
  readonly secretKey: SecretKey;
  readonly onError: (error: unknown) => void;
}

const placeOf = (mark: string, breakId: string) => `${mark} ${breakId}`;

export class BeaconJournal {
  readonly #options: BeaconJournalOptions;
  readonly #own: OwnFolder;
  /** The folders of others cannot be read: reported once. */
  #isFailing = false;
  #file: JournalWriter;
  /** Records that are on their way to `#file`. */
  readonly #writing = new Set<Promise<void>>();
  /** Writer id of the folder to which `#file` writes. */
  #fileWriter: string;
  /** Folders of dead processes: kept for the next process until their files are too old. */
  #adopted: readonly HeldFolder[] = [];
  readonly #pods = new Map<string, PodRecord>();
  /** When a pod was read, epoch ms, the oldest first. */
  readonly #readAtMs = new Map<string, number>();
  /** Ids of breaks by session. */
  readonly #breaks = new Map<string, string[]>();
  /** By session and break: events that have fired, by index of the placement. */
  readonly #firedEvents = new Map<string, Map<number, number>>();
  /** Beacons by id, in the folders that are being read. */
  readonly #beacons = new Map<string, { readonly beacon: OwedBeacon; isOwed: boolean }>();
  /**
   * Ids of beacons that were sent, given up or handed out, with the time, epoch ms: folders of one process are adopted
   * one by one, and a later one may owe them again.
   */
  readonly #settled = new Map<string, number>();

  constructor(options: BeaconJournalOptions) {
    this.#options = options;
    this.#own = new OwnFolder(options.folder, newId());
    this.#fileWriter = this.#own.writer;
    this.#file = this.#newFile();
  }

  #newFile(): JournalWriter {
    return new JournalWriter(this.#own.path, this.#options.clock, this.#options.onError);
  }

  /** Begins to write, and adopts the folders of dead processes. Never rejects. */
  async start(): Promise<readonly OwedBeacon[]> {
    await this.#confirm();
    return this.adopt();
  }

  /**
   * Adopts the folders of dead processes, and gives the beacons that they still owed. Called again and again: a process
   * of another host is known to be dead only after a while. One call at a time. Never rejects.
   */
  async adopt(): Promise<readonly OwedBeacon[]> {
    try {
      const folders = await adoptWriterFolders(this.#options.folder);
      this.#adopted = [...this.#adopted, ...folders];
      await this.#dropOld();
      const errors: unknown[] = [];
      for (const folder of folders) {
        // A folder that cannot be read keeps no other one from being read.
        await this.#read(folder).catch((error: unknown) => errors.push(error));
      }
      this.#noteFailure(errors[0]);
    } catch (error) {
      this.#noteFailure(error);
    }
    return this.#takeOwed();
  }

  #noteFailure(error: unknown): void {
    if (error !== undefined && !this.#isFailing) {
      this.#options.onError(error);
    }
    this.#isFailing = error !== undefined;
  }

  #takeOwed(): readonly OwedBeacon[] {
    const nowMs = this.#options.clock.now();
    const owed = [...this.#beacons.values()].filter(({ isOwed }) => isOwed);
    for (const id of this.#beacons.keys()) {
      this.#settled.set(id, nowMs);
    }
    this.#beacons.clear();
    for (const [id, atMs] of this.#settled) {
      if (nowMs - atMs > journalLimits.oweMs) {
        this.#settled.delete(id);
      }
    }
    return owed.map(({ beacon }) => beacon);
  }

  async #dropOld(): Promise<void> {
    this.#forgetOldPods();
    for (const folder of this.#adopted) {
      await dropOldFiles(folder.path, this.#options.clock.now());
      if ((await journalFiles(folder.path)).length === 0) {
        this.#adopted = this.#adopted.filter((other) => other !== folder);
        await folder.remove();
      }
    }
  }

  /** Forgets pods like files, after `keepMs`: a session that comes back later is counted anew. */
  #forgetOldPods(): void {
    const beforeMs = this.#options.clock.now() - journalLimits.keepMs;
    for (const [place, atMs] of this.#readAtMs) {
      if (atMs > beforeMs) {
        return;
      }
      this.#readAtMs.delete(place);
      this.#firedEvents.delete(place);
      const { s, b } = this.#pods.get(place) ?? {};
      this.#pods.delete(place);
      if (s !== undefined) {
        const left = this.#breaks.get(s)?.filter((breakId) => breakId !== b) ?? [];
        left.length > 0 ? this.#breaks.set(s, left) : this.#breaks.delete(s);
      }
    }
  }

  async #read({ path }: HeldFolder): Promise<void> {
    for (const name of await journalFiles(path)) {
      const lines = createInterface({ input: createReadStream(join(path, name)) });
      for await (const line of lines) {
        const record = parseRecord(line, this.#options.secretKey);
        if (record) {
          this.#take(record);
        }
      }
    }
  }

  #take(record: JournalRecord): void {
    switch (record.k) {
      case 'p':
        this.#takePod(record);
        break;
      case 'r':
        this.#takeReached(record);
        break;
      default:
        this.#takeBeacon(record);
    }
  }

  #takeBeacon({ k, id }: BeaconRecord): void {
    const known = this.#beacons.get(id);
    if (known) {
      known.isOwed = k === 'f';
    } else if (k === 'f') {
      this.#settled.delete(id);
    } else {
      // Its event stands in a folder that has not been adopted yet.
      this.#settled.set(id, this.#options.clock.now());
    }
  }

  #noteRead(place: string): void {
    this.#readAtMs.delete(place);
    this.#readAtMs.set(place, this.#options.clock.now());
  }

  #takePod(record: PodRecord): void {
    const place = placeOf(record.s, record.b);
    this.#noteRead(place);
    if (!this.#pods.has(place)) {
      const breaks = this.#breaks.get(record.s) ?? [];
      this.#breaks.set(record.s, breaks);
      breaks.push(record.b);
    }
    this.#pods.set(place, record);
  }

  #takeReached({ s, b, i, e, at, channel, owed, headers }: ReachedRecord): void {
    const place = placeOf(s, b);
    this.#noteRead(place);
    const firedEvents = this.#firedEvents.get(place) ?? new Map<number, number>();
    this.#firedEvents.set(place, firedEvents.set(i, (firedEvents.get(i) ?? 0) | e));
    if (this.#options.clock.now() - at > journalLimits.oweMs) {
      return;
    }
    for (const [id, event, url] of owed) {
      if (this.#settled.has(id)) {
        continue;
      }
      const beacon = { id, event, url, channelId: channel, headers };
      this.#beacons.set(id, { beacon, isOwed: true });
    }
  }

  /** The pod of a break that a dead process had shown to this session, at least in part. */
  resumedPod(sessionId: string, breakId: string): DecidedPod | undefined {
    if (this.#pods.size === 0) {
      return undefined;
    }
    const place = placeOf(sessionMark(sessionId), breakId);
    const record = this.#pods.get(place);
    return record && resumedPod(record, this.#firedEvents.get(place));
  }

  /** Breaks that a dead process had shown to this session, at least in part. */
  resumedBreaks(sessionId: string): readonly string[] {
    return this.#breaks.get(sessionMark(sessionId)) ?? [];
  }

  /** Whether dead processes had shown ads to any session. */
  get hasResumedPods(): boolean {
    return this.#pods.size > 0;
  }

  /** Resolves when the records are on the disk, or after 500 ms. */
  async write(records: readonly JournalRecord[]): Promise<void> {
    const { secretKey, clock } = this.#options;
    const lines = records.map((record) => recordLine(record, secretKey, clock.now()));
    const written = this.#confirm().then(() => this.#file.append(lines));
    this.#writing.add(written);
    void written.finally(() => this.#writing.delete(written));
    await withTimeout(written, journalLimits.acknowledgeWithinMs, () => undefined);
  }

  /** Begins a new file where another process has adopted the folder: that one is written no more. Never rejects. */
  async #confirm(): Promise<void> {
    // `JournalWriter` reports a disk that refuses.
    await this.#own.confirm().catch(() => undefined);
    if (this.#own.writer !== this.#fileWriter) {
      const taken = this.#file;
      this.#fileWriter = this.#own.writer;
      this.#file = this.#newFile();
      await taken.stop();
    }
  }

  /** Stops writing; the next process goes on from the files. */
  async stop(): Promise<void> {
    await Promise.all(this.#writing);
    await this.#file.stop();
    // The own folder first: it says which beacons of adopted folders were sent.
    for (const folder of [this.#own, ...this.#adopted]) {
      await folder.release();
    }
  }
}
