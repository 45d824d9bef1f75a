/**
 * Data of a channel that waits for the database: bounded while that is away; items that are lost are counted.
 */
import type {
  MonitoringFinding,
  MonitoringMessage,
  MonitoringPlaylist,
  RecordedLook,
} from '@interlude/contract';
import type {
  KeptManifest,
  KeptSplice,
  LaneEntry,
  MonitoringNotice,
  TimelineChunk,
} from '@interlude/persistence';
import { monitorLimits } from '../monitor-limits.ts';

export interface Pending {
  readonly chunk: TimelineChunk | undefined;
  readonly manifests: readonly KeptManifest[];
  readonly findings: readonly MonitoringFinding[];
  readonly notices: readonly MonitoringNotice[];
  readonly splices: readonly KeptSplice[];
}

export class PendingFlush {
  #entries: LaneEntry[] = [];
  #messages: MonitoringMessage[] = [];
  #looks: RecordedLook[] = [];
  #playlists: readonly MonitoringPlaylist[] | undefined;
  #manifests: KeptManifest[] = [];
  #manifestBytes = 0;
  readonly #findings = new Map<string, MonitoringFinding>();
  #notices: MonitoringNotice[] = [];
  #splices: KeptSplice[] = [];
  #lost = 0;

  /** Items of any kind that could not be kept since the last call. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  #dropOldest(waiting: unknown[], most: number): void {
    const over = waiting.length - most;
    if (over <= 0) return;
    waiting.splice(0, over);
    this.#lost += over;
  }

  addEntries(entries: readonly LaneEntry[]): void {
    for (const entry of entries) this.#entries.push(entry);
    this.#dropOldest(this.#entries, monitorLimits.waitingEntries);
  }

  addLooks(looks: readonly RecordedLook[]): void {
    this.#looks.push(...looks);
    this.#dropOldest(this.#looks, monitorLimits.waitingLooks);
  }

  addManifest(manifest: KeptManifest): void {
    this.#manifests.push(manifest);
    this.#manifestBytes += manifest.body.length;
    while (this.#manifestBytes > monitorLimits.waitingManifestBytes && this.#manifests.length > 1) {
      this.#manifestBytes -= this.#manifests.shift()?.body.length ?? 0;
      this.#lost += 1;
    }
  }

  setPlaylists(playlists: readonly MonitoringPlaylist[]): void {
    this.#playlists = playlists;
  }

  addMessage(message: MonitoringMessage): void {
    this.#messages.push(message);
    this.#dropOldest(this.#messages, monitorLimits.waitingMessages);
  }

  addFindings(findings: readonly MonitoringFinding[]): void {
    for (const finding of findings) this.#findings.set(finding.id, finding);
  }

  addNotice(notice: MonitoringNotice): void {
    this.#notices.push(notice);
    this.#dropOldest(this.#notices, monitorLimits.waitingMessages);
  }

  addSplices(splices: readonly KeptSplice[]): void {
    this.#splices.push(...splices);
    this.#dropOldest(this.#splices, monitorLimits.waitingSplices);
  }

  /** Removes and returns everything that waits. */
  take(): Pending {
    const isEmpty =
      this.#entries.length + this.#messages.length + this.#looks.length === 0 &&
      this.#playlists === undefined;
    const taken: Pending = {
      chunk: isEmpty
        ? undefined
        : {
            ...{ entries: this.#entries, messages: this.#messages },
            ...{ playlists: this.#playlists, looks: this.#looks },
          },
      manifests: this.#manifests,
      findings: [...this.#findings.values()],
      notices: this.#notices,
      splices: this.#splices,
    };
    this.#entries = [];
    this.#messages = [];
    this.#looks = [];
    this.#playlists = undefined;
    this.#manifests = [];
    this.#manifestBytes = 0;
    this.#findings.clear();
    this.#notices = [];
    this.#splices = [];
    return taken;
  }

  /** Counts as lost what can never be written. */
  lose({ chunk, manifests, findings, notices, splices }: Pending): void {
    const { entries = [], messages = [], looks = [] } = chunk ?? {};
    const lost = [entries, messages, looks, manifests, findings, notices, splices];
    this.#lost += lost.reduce((sum, { length }) => sum + length, 0);
  }

  /** Puts back what could not be written, before what has come meanwhile. */
  giveBack({ chunk, manifests, findings, notices, splices }: Pending): void {
    const later = this.take();
    this.addSplices(splices);
    this.addSplices(later.splices);
    if (chunk) {
      this.addEntries(chunk.entries);
      for (const message of chunk.messages) this.addMessage(message);
      this.#playlists = chunk.playlists;
      this.addLooks(chunk.looks ?? []);
    }
    for (const manifest of manifests) this.addManifest(manifest);
    this.addFindings(findings);
    for (const notice of notices) this.addNotice(notice);
    this.addEntries(later.chunk?.entries ?? []);
    for (const message of later.chunk?.messages ?? []) this.addMessage(message);
    this.#playlists = later.chunk?.playlists ?? this.#playlists;
    this.addLooks(later.chunk?.looks ?? []);
    for (const manifest of later.manifests) this.addManifest(manifest);
    this.addFindings(later.findings);
    for (const notice of later.notices) this.addNotice(notice);
  }
}
