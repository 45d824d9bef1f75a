/**
 * An asset that is dropped when others need its room. Sessions play it for hours and request little of it: they hold
 * this, and have the asset read again where it is gone.
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

  /** @param read pays out of the budget for what it keeps. Rejects with what it throws */
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
