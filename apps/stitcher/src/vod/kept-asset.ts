/**
 * An asset that is dropped when others need its room. Sessions play it for hours and request little of it: they hold a
 * `KeptAsset`, and have the asset read again when it was dropped.
 */
import type { Droppable, SourceBudget, SourceBudgets, SourceOwner } from '@interlude/runtime';
import type { Asset } from './asset.ts';

export class KeptAsset implements Droppable {
  readonly budget: SourceBudget;
  #isBeingRead = true;
  #asset: Asset | undefined;

  private constructor(budgets: SourceBudgets, owner: SourceOwner) {
    this.budget = budgets.open(owner, this);
  }

  /** @param read books in the budget what it keeps. Rejects with the error that it throws */
  static async read(
    budgets: SourceBudgets,
    owner: SourceOwner,
    read: (budget: SourceBudget) => Promise<Asset | undefined>,
  ): Promise<KeptAsset> {
    const kept = new KeptAsset(budgets, owner);
    try {
      kept.#asset = await read(kept.budget);
      if (!kept.#asset) {
        kept.budget.memory.close();
      }
      return kept;
    } catch (error) {
      kept.budget.memory.close();
      throw error;
    } finally {
      kept.#isBeingRead = false;
    }
  }

  get isBeingRead(): boolean {
    return this.#isBeingRead;
  }

  get isDropped(): boolean {
    return !this.#isBeingRead && this.#asset === undefined;
  }

  /** Undefined when it was dropped. */
  get asset(): Asset | undefined {
    this.budget.memory.used();
    return this.#asset;
  }

  drop(): void {
    this.#asset = undefined;
  }
}
