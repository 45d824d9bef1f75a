/** The playback sessions of this process, by id and by channel. */
import type { PlaybackSession } from './playback-session.ts';

const none: ReadonlySet<PlaybackSession> = new Set();

export class SessionStore {
  readonly #byId = new Map<string, PlaybackSession>();
  readonly #byChannel = new Map<string, Set<PlaybackSession>>();

  get size(): number {
    return this.#byId.size;
  }

  find(sessionId: string): PlaybackSession | undefined {
    return this.#byId.get(sessionId);
  }

  ofChannel(channelId: string): ReadonlySet<PlaybackSession> {
    return this.#byChannel.get(channelId) ?? none;
  }

  get channelIds(): Iterable<string> {
    return this.#byChannel.keys();
  }

  add(session: PlaybackSession): void {
    this.#byId.set(session.id, session);
    const { channelId } = session.subject;
    const group = this.#byChannel.get(channelId) ?? new Set();
    group.add(session);
    this.#byChannel.set(channelId, group);
  }

  remove(session: PlaybackSession): void {
    this.#byId.delete(session.id);
    const { channelId } = session.subject;
    const group = this.#byChannel.get(channelId);
    group?.delete(session);
    if (group?.size === 0) {
      this.#byChannel.delete(channelId);
    }
  }
}
