/** The enabled playlists as they are in the database: each is queried at most once per second. */
import { domainError } from '@interlude/contract/errors';
import type { PlaylistStore, StoredPlaylist } from '@interlude/persistence';
import type { Clock } from '@interlude/runtime';

export type PlaylistReader = Pick<PlaylistStore, 'readPlaylistForServing'>;

interface Known {
  readonly requested: Promise<StoredPlaylist | undefined>;
  readonly requestedMs: number;
}

const freshMs = 1_000;
/** Ids that are kept, also those of no playlist: any client may request any id. */
const maxKnown = 2_000;
const idForm = /^[\w-]{1,64}$/;

export class PlaylistDirectory {
  readonly #reader: PlaylistReader | undefined;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();
  /** Playlists as read last, by id: they are served while the database is away. */
  readonly #last = new Map<string, StoredPlaylist>();

  constructor(reader: PlaylistReader | undefined, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /** @throws {DomainError} PLAYLIST_NOT_FOUND (also of a disabled one), NOT_READY */
  async load(id: string): Promise<StoredPlaylist> {
    const playlist = idForm.test(id) ? await this.#find(id) : undefined;
    if (!playlist) {
      throw domainError('PLAYLIST_NOT_FOUND');
    }
    return playlist;
  }

  #find(id: string): Promise<StoredPlaylist | undefined> {
    const nowMs = this.#clock.now();
    const known = this.#known.get(id);
    if (known && nowMs - known.requestedMs < freshMs) {
      return known.requested;
    }
    const requested = this.#read(id);
    this.#known.delete(id);
    this.#known.set(id, { requested, requestedMs: nowMs });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxKnown) {
        break;
      }
      this.#known.delete(oldest);
      this.#last.delete(oldest);
    }
    return requested;
  }

  async #read(id: string): Promise<StoredPlaylist | undefined> {
    try {
      const playlist = await this.#reader?.readPlaylistForServing(id);
      if (playlist) {
        this.#last.set(id, playlist);
      } else {
        this.#last.delete(id);
      }
      return playlist;
    } catch (error) {
      const last = this.#last.get(id);
      if (last) {
        return last;
      }
      throw domainError('NOT_READY', {}, error);
    }
  }
}
