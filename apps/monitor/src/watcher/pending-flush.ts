/** What a channel has to write: bounded while the database is away, and it says what it lost. */
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

  /** Entries and manifests that could not be kept since the last call. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  addEntries(entries: readonly LaneEntry[]): void {
    for (const entry of entries) this.#entries.push(entry);
    const over = this.#entries.length - monitorLimits.waitingEntries;
    if (over > 0) {
      this.#entries.splice(0, over);
      this.#lost += over;
    }
  }

  addLooks(looks: readonly RecordedLook[]): void {
    this.#looks.push(...looks);
    const over = this.#looks.length - monitorLimits.waitingLooks;
    if (over > 0) {
      this.#looks.splice(0, over);
      this.#lost += over;
    }
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
    this.#messages = this.#messages.slice(-monitorLimits.waitingMessages);
  }

  addFindings(findings: readonly MonitoringFinding[]): void {
    for (const finding of findings) this.#findings.set(finding.id, finding);
  }

  addNotice(notice: MonitoringNotice): void {
    this.#notices = [...this.#notices, notice].slice(-monitorLimits.waitingMessages);
  }

  addSplices(splices: readonly KeptSplice[]): void {
    this.#splices.push(...splices);
    const over = this.#splices.length - monitorLimits.waitingSplices;
    if (over > 0) {
      this.#splices.splice(0, over);
      this.#lost += over;
    }
  }

  /** Everything, which is then no longer here. */
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

  /** It can never be written: counted as lost. */
  lose({ chunk, manifests, splices }: Pending): void {
    this.#lost += (chunk?.entries.length ?? 0) + manifests.length + splices.length;
  }

  /** It could not be written: what came meanwhile stands behind it. */
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
