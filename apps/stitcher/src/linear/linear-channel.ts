/**
 * One linear playlist in one protocol, as this process knows it: the saves that were stored and where each took over.
 * The output follows from them and the time alone, so all processes list the same.
 */
import { type LeftOutItem, type LinearProtocolName, leftOutKey } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { PlaylistSnapshotStore, StoredPlaylist } from '@interlude/persistence';
import type { Clock, Logger } from '@interlude/runtime';
import {
  effectiveGenerations,
  type Generation,
  type LinearProgramme,
  type LinearWarning,
  parseGeneration,
  type StoredGeneration,
  takeOver,
} from '@interlude/stitching';
import type { ItemSnapshots } from './item-snapshots.ts';
import { linearLimits } from './linear-limits.ts';
import type { LinearProtocol, StoredEntries } from './linear-protocol.ts';

interface SavedGeneration<P> {
  readonly updatedAt: string;
  readonly stored: StoredGeneration;
  readonly programme: P;
}

export interface LinearParts {
  readonly store: PlaylistSnapshotStore;
  readonly items: ItemSnapshots;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface LinearView<P, S> {
  /** Oldest first. */
  readonly generations: readonly Generation<S>[];
  /** Programme of the newest generation: it plays, or will. */
  readonly programme: P;
}

const usPerMs = 1_000;

/**
 * Items that were left out, for the operator of the playlist. Without those of the other protocol, which play there.
 */
function leftOut(
  protocol: LinearProtocolName,
  { entries, filler }: StoredEntries,
  warnings: readonly LinearWarning[],
): LeftOutItem[] {
  const kindOf = (item: number) => (item < 0 ? filler : entries[item]?.stored)?.kind;
  return warnings
    .map(({ index, reason }) => ({ item: index, reason }))
    .filter(({ item }) => [protocol, 'missing'].includes(kindOf(item) ?? ''));
}

export class LinearChannel<P extends LinearProgramme, S> {
  readonly #parts: LinearParts;
  readonly #protocol: LinearProtocol<P, S>;
  readonly #saved = new Map<string, SavedGeneration<P>>();
  #view: LinearView<P, S> | undefined;
  #requestedMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #making: Promise<void> | undefined;
  #failure: unknown;
  #failedMs = Number.NEGATIVE_INFINITY;

  constructor(parts: LinearParts, protocol: LinearProtocol<P, S>) {
    this.#parts = parts;
    this.#protocol = protocol;
  }

  /**
   * The generations to list. A save that has not taken over yet is prepared in the background; only the first one is
   * waited for.
   * @throws {DomainError} PLAYLIST_UNPLAYABLE, NOT_READY
   */
  async view(playlist: StoredPlaylist): Promise<LinearView<P, S>> {
    const nowMs = this.#parts.clock.now();
    const isNew = !this.#saved.has(playlist.updatedAt);
    if (nowMs - this.#requestedMs >= linearLimits.freshMs || isNew) {
      await this.#refresh(playlist, nowMs);
    }
    if (!this.#saved.has(playlist.updatedAt)) {
      const making = this.#make(playlist, nowMs);
      if (!this.#view) {
        await making;
      }
    }
    if (!this.#view) {
      throw this.#failure ?? domainError('NOT_READY');
    }
    return this.#view;
  }

  /** Reads the stored saves; while the database is away those that were read before stay. */
  async #refresh(playlist: StoredPlaylist, nowMs: number): Promise<void> {
    this.#reading ??= this.#read(playlist)
      .then(() => {
        this.#requestedMs = nowMs;
      })
      .catch((error: unknown) => {
        if (!this.#view) {
          throw domainError('NOT_READY', {}, error);
        }
      })
      .finally(() => {
        this.#reading = undefined;
      });
    await this.#reading;
  }

  async #read(playlist: StoredPlaylist): Promise<void> {
    const { store } = this.#parts;
    const saves = await store.listSaves(playlist, this.#protocol.key);
    let isChanged = saves.length < this.#saved.size;
    for (const { updatedAt, body } of saves) {
      if (!this.#saved.has(updatedAt)) {
        const stored = parseGeneration(body);
        isChanged = (stored && (await this.#add({ ...playlist, updatedAt }, stored))) || isChanged;
      }
    }
    for (const updatedAt of this.#saved.keys()) {
      if (!saves.some((save) => save.updatedAt === updatedAt)) {
        this.#saved.delete(updatedAt);
      }
    }
    if (isChanged) {
      this.#look();
    }
  }

  async #add(save: StoredPlaylist, stored: StoredGeneration): Promise<boolean> {
    const { updatedAt } = save;
    const { programme } = this.#protocol.programme(await this.#parts.items.load(save, stored));
    if (programme) {
      this.#saved.set(updatedAt, { updatedAt, stored, programme });
    }
    return programme !== undefined;
  }

  #generations(): readonly Generation<P>[] {
    const ordered = [...this.#saved.values()].sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
    return effectiveGenerations(
      ordered.map(({ stored: { takeover, loops }, programme }) => ({
        takeover,
        loops,
        cycle: programme.cycle,
        content: programme,
      })),
    );
  }

  #look(): void {
    const generations = this.#generations();
    const newest = generations.at(-1);
    this.#view = newest && {
      generations: generations.map((generation) => this.#protocol.ready(generation)),
      programme: newest.content,
    };
  }

  /** Prepares a save; at most one attempt at a time, and none right after one that failed. */
  #make(playlist: StoredPlaylist, nowMs: number): Promise<void> {
    if (nowMs - this.#failedMs < linearLimits.retryMs) {
      return Promise.resolve();
    }
    this.#making ??= this.#takeUp(playlist)
      .catch((error: unknown) => {
        this.#failure = error;
        this.#failedMs = nowMs;
        const playlistId = playlist.id;
        this.#parts.logger.warn({ error, playlistId }, 'a linear playlist cannot be played');
      })
      .finally(() => {
        this.#making = undefined;
      });
    return this.#making;
  }

  async #takeUp(playlist: StoredPlaylist): Promise<void> {
    const { items, clock, store } = this.#parts;
    const { name, id, key } = this.#protocol;
    const read = await items.load(playlist, playlist);
    const { programme, warnings } = this.#protocol.programme(read);
    this.#warn(playlist, warnings);
    if (!programme) {
      const reason = warnings[0]?.reason ?? 'it has none';
      throw domainError('PLAYLIST_UNPLAYABLE', { protocol: name, reason });
    }
    const { cycle, targetDuration } = programme;
    const startUs = Date.parse(playlist.startDate ?? playlist.createdAt) * usPerMs;
    const { loops, contents, fillerUrl } = playlist;
    const boundariesOf = (content: number) => programme.boundariesOf(content);
    const next = { cycle, loops, startUs, targetDuration, boundariesOf };
    const takeover = takeOver(this.#generations(), next, clock.now(), (running, atUs) =>
      this.#protocol.counted(running, atUs),
    );
    await store.keep(playlist, leftOutKey(id), { leftOut: leftOut(id, read, warnings) });
    const kept = await store.keep(playlist, key, { takeover, loops, contents, fillerUrl });
    const stored = parseGeneration(kept);
    if (!stored) {
      throw domainError('PLAYLIST_NOT_FOUND');
    }
    const { updatedAt } = playlist;
    this.#saved.set(updatedAt, { updatedAt, stored, programme });
    this.#look();
    await this.#forget(playlist, clock.now());
  }

  #warn({ id: playlistId }: StoredPlaylist, warnings: readonly LinearWarning[]): void {
    const protocol = this.#protocol.name;
    for (const { index, reason } of warnings) {
      const item = index < 0 ? 'the filler' : index + 1;
      this.#parts.logger.warn(
        { playlistId, protocol, item, reason },
        'an item of a linear playlist is left out',
      );
    }
  }

  /** Removes saves that no output lists any more. */
  async #forget(playlist: StoredPlaylist, nowMs: number): Promise<void> {
    const oldestUs = (nowMs - linearLimits.forgetAfterMs) * usPerMs;
    const kept = this.#generations().find(({ untilUs }) => untilUs > oldestUs);
    const oldest = [...this.#saved.values()].find(
      ({ stored }) => stored.takeover === kept?.takeover,
    );
    if (oldest && oldest.updatedAt !== playlist.updatedAt) {
      await this.#parts.store.forgetBefore({ ...playlist, updatedAt: oldest.updatedAt });
    }
  }
}
