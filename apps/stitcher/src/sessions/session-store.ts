/** The playback sessions of this process, by id and by channel. */
import type { PlaybackSession } from './playback-session.ts';

const none: ReadonlySet<PlaybackSession> = new Set();

export class SessionStore {
  readonly #byId = new Map<string, PlaybackSession>();
  readonly #byChannel = new Map<string, Set<PlaybackSession>>();
  readonly #countOfTenant = new Map<string, number>();
  #monitors = 0;

  get size(): number {
    return this.#byId.size;
  }

  /** Number of sessions without those of the monitor. */
  get viewers(): number {
    return this.#byId.size - this.#monitors;
  }

  find(sessionId: string): PlaybackSession | undefined {
    return this.#byId.get(sessionId);
  }

  ofChannel(channelId: string): ReadonlySet<PlaybackSession> {
    return this.#byChannel.get(channelId) ?? none;
  }

  /** Sessions of viewers by company. */
  get tenantCounts(): ReadonlyMap<string, number> {
    return this.#countOfTenant;
  }

  countOfTenant(tenantId: string): number {
    return this.#countOfTenant.get(tenantId) ?? 0;
  }

  #count({ isMonitor, subject: { tenantId } }: PlaybackSession, by: 1 | -1): void {
    if (isMonitor) {
      this.#monitors += by;
      return;
    }
    const count = this.countOfTenant(tenantId) + by;
    if (count > 0) {
      this.#countOfTenant.set(tenantId, count);
    } else {
      this.#countOfTenant.delete(tenantId);
    }
  }

  get channelIds(): Iterable<string> {
    return this.#byChannel.keys();
  }

  add(session: PlaybackSession): void {
    this.#byId.set(session.id, session);
    const { channelId } = session.subject;
    this.#count(session, 1);
    const group = this.#byChannel.get(channelId) ?? new Set();
    group.add(session);
    this.#byChannel.set(channelId, group);
  }

  remove(session: PlaybackSession): void {
    if (!this.#byId.delete(session.id)) {
      return;
    }
    const { channelId } = session.subject;
    this.#count(session, -1);
    const group = this.#byChannel.get(channelId);
    group?.delete(session);
    if (group?.size === 0) {
      this.#byChannel.delete(channelId);
    }
  }
}
