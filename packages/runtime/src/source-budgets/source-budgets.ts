/**
 * The one door through which manifests of sources go before they are parsed: measured, paid out of the budgets of
 * document, source, company and process, and worked on in turns.
 * @see rules SEC-S55 to SEC-S58, ADR 0029
 */
import { domainError } from '@interlude/contract/errors';
import type { Egress, EgressAnswer, EgressRequest } from '../egress/egress-types.ts';
import { budgetLimits, tierBudgets } from './budget-limits.ts';
import {
  type CountInTurn,
  type DocumentForm,
  type DocumentSize,
  measureDocument,
} from './measure-document.ts';
import { ReceivedBytes } from './received-bytes.ts';
import {
  type Droppable,
  type MemoryAccount,
  SourceMemory,
  type SourceOwner,
} from './source-memory.ts';
import { TenantSlots } from './tenant-slots.ts';
import { tooLarge } from './too-large.ts';
import { type WorkSize, WorkTurns } from './work-turns.ts';

export class SourceBudgets {
  readonly memory: SourceMemory;
  readonly #turns = new WorkTurns();
  readonly #received = new ReceivedBytes();
  readonly #slots = new TenantSlots(budgetLimits.waitingForAssets);

  constructor(memory = new SourceMemory()) {
    this.memory = memory;
  }

  /**
   * For one live source or one asset.
   * @param holder see `SourceMemory.open`
   */
  open({ tenantId, tier }: SourceOwner, holder?: Droppable): SourceBudget {
    const owner = { tenantId, tier };
    return new SourceBudget(owner, this.#turns, this.#received, this.memory.open(owner, holder));
  }

  /** Runs work whose result is not kept when it is the company's turn. Rejects with the error of `work`. */
  work<Made>({ tenantId }: SourceOwner, size: WorkSize, work: () => Made): Promise<Made> {
    return this.#turns.take(tenantId, size, work);
  }

  /** Like `work`, for a document that was not measured, such as a feed. */
  parse<Made>(owner: SourceOwner, body: Uint8Array, parse: () => Made): Promise<Made> {
    const size = { bytes: body.length, entries: body.length / budgetLimits.usualElementBytes };
    return this.work(owner, size, parse);
  }

  /**
   * Reads an asset, or a source to look at it, when fewer than the company may have are being read.
   * @throws {DomainError} FETCH_BUDGET_SPENT when too many wait already
   */
  inSlot<Made>({ tenantId, tier }: SourceOwner, read: () => Promise<Made>): Promise<Made> {
    return this.#slots.run(tenantId, tierBudgets[tier].assetsAtOnce, read, () =>
      domainError('FETCH_BUDGET_SPENT', { whose: 'company' }),
    );
  }

  /** Reads a source within a slot, like `inSlot`, with a budget whose memory is released afterwards. */
  look<Made>(owner: SourceOwner, read: (budget: SourceBudget) => Promise<Made>): Promise<Made> {
    return this.inSlot(owner, async () => {
      const budget = this.open(owner);
      try {
        return await read(budget);
      } finally {
        budget.memory.close();
      }
    });
  }
}

export class SourceBudget {
  readonly memory: MemoryAccount;
  readonly #owner: SourceOwner;
  readonly #turns: WorkTurns;
  readonly #received: ReceivedBytes;

  constructor(
    owner: SourceOwner,
    turns: WorkTurns,
    received: ReceivedBytes,
    memory: MemoryAccount,
  ) {
    this.#owner = owner;
    this.#turns = turns;
    this.#received = received;
    this.memory = memory;
  }

  /** Of all that is kept of the source, for work that looks at it as a whole. */
  get size(): WorkSize {
    return { bytes: this.memory.bytes, entries: 0 };
  }

  /** Largest manifest that is read, bytes. */
  get documentBytes(): number {
    return tierBudgets[this.#owner.tier].documentBytes;
  }

  /**
   * Requests a manifest as soon as the company's share of received bytes allows it. Rejects with the errors of the
   * request.
   * @param egress of the source, see `sourceFetcher`
   */
  async fetch(
    egress: Pick<Egress, 'request'>,
    request: Omit<EgressRequest, 'maxBytes'>,
  ): Promise<EgressAnswer> {
    await this.#received.room(this.#owner);
    const onBytes = (bytes: number) => this.#received.add(this.#owner, bytes);
    return egress.request({ ...request, maxBytes: this.documentBytes, onBytes });
  }

  /**
   * The size of a manifest, before anything is made of it.
   * @throws {DomainError} SOURCE_TOO_LARGE
   */
  async measure(body: Uint8Array, form: DocumentForm): Promise<DocumentSize> {
    const { entries } = tierBudgets[this.#owner.tier];
    const inTurn: CountInTurn = (bytes, count) => this.work({ bytes, entries: 0 }, count);
    const size = await measureDocument(body, form, entries, inTurn);
    if (size.entries > entries) {
      throw tooLarge(form === 'hls' ? 'segments' : 'elements', entries);
    }
    if (size.tagLines > budgetLimits.tagLines) {
      throw tooLarge('tags', budgetLimits.tagLines);
    }
    return size;
  }

  /** Like `work`, for long work in steps, each of which waits for its turn. */
  async steps<Made>(size: WorkSize, steps: Iterator<void, Made, void>): Promise<Made> {
    for (;;) {
      const step = await this.work(size, () => steps.next());
      if (step.done) {
        return step.value;
      }
    }
  }

  /** Runs work on a document of this size when it is the company's turn. Rejects with the error of `work`. */
  work<Made>(size: WorkSize, work: () => Made): Promise<Made> {
    return this.#turns.take(this.#owner.tenantId, size, work);
  }
}
