/**
 * Memory of all sources and assets of a process, live and on demand, in one account. The least recently used asset is
 * dropped first, one of the same company before those of others; a live source cannot be dropped, so the new one is
 * refused instead.
 */
import { getHeapStatistics } from 'node:v8';
import type { Tenant } from '@interlude/contract';
import { budgetLimits, tierBudgets } from './budget-limits.ts';
import type { DocumentSize } from './measure-document.ts';
import { tooLarge } from './too-large.ts';

/** A VOD asset that can be dropped and read again later. */
export interface Droppable {
  /** True while it is being read: it cannot be dropped then. */
  readonly isBeingRead: boolean;
  drop(): void;
}

export interface SourceOwner {
  readonly tenantId: string;
  readonly tier: Tenant['tier'];
}

/** Estimated memory of a parsed document, bytes. */
export function keptBytes({ bytes, entries }: Pick<DocumentSize, 'bytes' | 'entries'>): number {
  return bytes * budgetLimits.textCopies + entries * budgetLimits.entryBytes;
}

interface Entry {
  readonly owner: SourceOwner;
  /** Undefined: a live source, which cannot be dropped. A dead reference: the asset was garbage-collected. */
  readonly holder: WeakRef<Droppable> | undefined;
  bytes: number;
}

export class SourceMemory {
  readonly #processBytes: number;
  /** The one used least recently first. */
  readonly #entries = new Set<Entry>();
  readonly #byTenant = new Map<string, number>();
  #bytes = 0;

  /** @param processBytes of all companies together; default half of Node's heap */
  constructor(
    processBytes = Math.floor(getHeapStatistics().heap_size_limit * budgetLimits.heapShare),
  ) {
    this.#processBytes = processBytes;
  }

  /** Estimated, of all sources and assets. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Opens an account. @param holder is dropped when others need the memory; an account without one is never dropped */
  open(owner: SourceOwner, holder?: Droppable): MemoryAccount {
    const entry: Entry = { owner, holder: holder && new WeakRef(holder), bytes: 0 };
    this.#entries.add(entry);
    return new MemoryAccount(
      (bytes) => this.#set(entry, bytes),
      () => this.#use(entry),
      () => this.#close(entry),
    );
  }

  /** @throws {DomainError} SOURCE_TOO_LARGE; the account is unchanged then */
  #set(entry: Entry, bytes: number): void {
    if (!this.#entries.has(entry)) {
      return;
    }
    const { tenantId, tier } = entry.owner;
    const { sourceBytes, tenantBytes } = tierBudgets[tier];
    const more = bytes - entry.bytes;
    if (more > 0) {
      if (bytes > sourceBytes) {
        throw tooLarge('source', sourceBytes);
      }
      const ofTenant = () => (this.#byTenant.get(tenantId) ?? 0) + more;
      const most = Math.min(tenantBytes, this.#processBytes * budgetLimits.companyShare);
      const isOfTenant = (other: Entry) => other.owner.tenantId === tenantId;
      this.#makeRoom(entry, isOfTenant, () => ofTenant() <= most);
      if (ofTenant() > most) {
        throw tooLarge('company', most);
      }
      const total = () => this.#bytes + more;
      this.#makeRoom(
        entry,
        () => true,
        () => total() <= this.#processBytes,
      );
      if (total() > this.#processBytes) {
        throw tooLarge('server', this.#processBytes);
      }
    }
    this.#add(entry, more);
  }

  #add(entry: Entry, bytes: number): void {
    const { tenantId } = entry.owner;
    entry.bytes += bytes;
    this.#bytes += bytes;
    const ofTenant = (this.#byTenant.get(tenantId) ?? 0) + bytes;
    if (ofTenant > 0) {
      this.#byTenant.set(tenantId, ofTenant);
    } else {
      this.#byTenant.delete(tenantId);
    }
  }

  /**
   * Closes accounts whose holder was garbage-collected, then drops the least recently used ones, until there is room.
   */
  #makeRoom(wanting: Entry, mayGo: (entry: Entry) => boolean, isEnough: () => boolean): void {
    if (isEnough()) {
      return;
    }
    for (const entry of this.#entries) {
      if (entry.holder && !entry.holder.deref()) {
        this.#close(entry);
      }
    }
    for (const entry of this.#entries) {
      if (isEnough()) {
        return;
      }
      const holder = entry.holder?.deref();
      if (entry !== wanting && holder && !holder.isBeingRead && mayGo(entry)) {
        this.#close(entry);
        holder.drop();
      }
    }
  }

  #use(entry: Entry): void {
    if (this.#entries.delete(entry)) {
      this.#entries.add(entry);
    }
  }

  #close(entry: Entry): void {
    if (this.#entries.delete(entry)) {
      this.#add(entry, -entry.bytes);
    }
  }
}

/** Memory of one live source or one asset, by its parts (manifests, windows). */
export class MemoryAccount {
  readonly #parts = new Map<string, number>();
  readonly #set: (bytes: number) => void;
  readonly used: () => void;
  readonly close: () => void;

  constructor(set: (bytes: number) => void, used: () => void, close: () => void) {
    this.#set = set;
    this.used = used;
    this.close = close;
  }

  /** Estimated, of all parts. */
  get bytes(): number {
    let sum = 0;
    for (const bytes of this.#parts.values()) {
      sum += bytes;
    }
    return sum;
  }

  /**
   * Sets the memory of a part, in place of its former value.
   * @param bytes see `keptBytes`
   * @throws {DomainError} SOURCE_TOO_LARGE; the part keeps its former value then
   */
  keep(part: string, bytes: number): void {
    this.#set(this.bytes - (this.#parts.get(part) ?? 0) + bytes);
    this.#parts.set(part, bytes);
  }

  /** Sets the account to 0 bytes. */
  clear(): void {
    this.#parts.clear();
    this.#set(0);
  }
}
