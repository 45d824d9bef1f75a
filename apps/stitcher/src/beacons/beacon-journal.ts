/**
 * What makes beacons happen once although a process may be killed: everything that was reached is on the disk
 * before a beacon is sent, and the next process goes on from there.
 */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Clock, newId, type SecretKey, withTimeout } from '@interlude/runtime';
import { claimWriterFolder, listDeadWriters, releaseWriter } from '../append-log/writer-folders.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import { sessionMark } from '../sessions/session-mark.ts';
import { resumedPod } from './journal-pod.ts';
import {
  type JournalRecord,
  type PodRecord,
  parseRecord,
  type ReachedRecord,
  recordLine,
} from './journal-records.ts';
import { dropOldFiles, JournalWriter, journalFiles, journalLimits } from './journal-writer.ts';

/** A beacon that a dead process did not get rid of. */
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
  readonly #writer = newId();
  readonly #file: JournalWriter;
  readonly #pods = new Map<string, PodRecord>();
  /** Ids of breaks by session. */
  readonly #breaks = new Map<string, string[]>();
  /** By session and break: events that have fired, by index of the placement. */
  readonly #firedEvents = new Map<string, Map<number, number>>();
  readonly #beacons = new Map<string, { readonly beacon: OwedBeacon; isOwed: boolean }>();

  constructor(options: BeaconJournalOptions) {
    const { folder, clock, onError } = options;
    this.#options = options;
    this.#file = new JournalWriter(join(folder, this.#writer), clock, onError);
  }

  /** Reads what dead processes left; gives the beacons that are still owed. Never rejects. */
  async start(): Promise<readonly OwedBeacon[]> {
    const { folder, onError } = this.#options;
    try {
      for (const writer of await listDeadWriters(folder)) {
        await this.#adopt(join(folder, writer), writer);
      }
      await claimWriterFolder(join(folder, this.#writer), this.#writer);
    } catch (error) {
      onError(error);
    }
    const owed = [...this.#beacons.values()].filter(({ isOwed }) => isOwed);
    this.#beacons.clear();
    return owed.map(({ beacon }) => beacon);
  }

  /** Takes a dead writer's folder; it stays for the next one until its files are too old. */
  async #adopt(folder: string, writer: string): Promise<void> {
    await dropOldFiles(folder, this.#options.clock.now());
    const names = await journalFiles(folder);
    if (names.length === 0) {
      await rm(folder, { recursive: true, force: true });
      return;
    }
    await claimWriterFolder(folder, writer);
    for (const name of names) {
      const lines = createInterface({ input: createReadStream(join(folder, name)) });
      for await (const line of lines) {
        const record = parseRecord(line, this.#options.secretKey);
        if (record) {
          this.#take(record);
        }
      }
    }
    releaseWriter(writer);
  }

  #take(record: JournalRecord): void {
    switch (record.k) {
      case 'p':
        this.#takePod(record);
        break;
      case 'r':
        this.#takeReached(record);
        break;
      default: {
        const known = this.#beacons.get(record.id);
        if (known) {
          known.isOwed = record.k === 'f';
        }
      }
    }
  }

  #takePod(record: PodRecord): void {
    const place = placeOf(record.s, record.b);
    if (!this.#pods.has(place)) {
      const breaks = this.#breaks.get(record.s) ?? [];
      this.#breaks.set(record.s, breaks);
      breaks.push(record.b);
    }
    this.#pods.set(place, record);
  }

  #takeReached({ s, b, i, e, at, channel, owed, headers }: ReachedRecord): void {
    const place = placeOf(s, b);
    const firedEvents = this.#firedEvents.get(place) ?? new Map<number, number>();
    this.#firedEvents.set(place, firedEvents.set(i, (firedEvents.get(i) ?? 0) | e));
    if (this.#options.clock.now() - at > journalLimits.oweMs) {
      return;
    }
    for (const [id, event, url] of owed) {
      const beacon = { id, event, url, channelId: channel, headers };
      this.#beacons.set(id, { beacon, isOwed: true });
    }
  }

  /** What a dead process had shown of a break to this session. */
  resumedPod(sessionId: string, breakId: string): DecidedPod | undefined {
    if (this.#pods.size === 0) {
      return undefined;
    }
    const place = placeOf(sessionMark(sessionId), breakId);
    const record = this.#pods.get(place);
    return record && resumedPod(record, this.#firedEvents.get(place));
  }

  /** Breaks of which a dead process had shown something to this session. */
  resumedBreaks(sessionId: string): readonly string[] {
    return this.#breaks.get(sessionMark(sessionId)) ?? [];
  }

  /** Whether a dead process had shown something to this session. */
  get hasResumedPods(): boolean {
    return this.#pods.size > 0;
  }

  /** Resolves when the records are on the disk, or after 500 ms. */
  async write(records: readonly JournalRecord[]): Promise<void> {
    const { secretKey, clock } = this.#options;
    const lines = records.map((record) => recordLine(record, secretKey, clock.now()));
    const written = this.#file.append(lines);
    await withTimeout(written, journalLimits.acknowledgeWithinMs, () => undefined);
  }

  /** The files stay: the next process goes on from them. */
  async stop(): Promise<void> {
    await this.#file.stop();
    releaseWriter(this.#writer);
  }
}
