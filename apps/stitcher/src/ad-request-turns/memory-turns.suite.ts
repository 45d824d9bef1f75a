/** Turns as the database gives them, in memory. */
import type { Clock } from '@interlude/runtime';
import type { TurnStore, TurnsGiven, TurnsWanted } from './turns.ts';

export interface MemoryTurns extends TurnStore {
  fails: boolean;
  readonly statements: (readonly TurnsWanted[])[];
}

export function memoryTurns(clock: Clock): MemoryTurns {
  const next = new Map<string, number>();
  const takeOne = ({ tenantId, server, count, perSecond, withinMs }: TurnsWanted): TurnsGiven => {
    const key = `${tenantId} ${server}`;
    const nowMs = clock.now();
    const firstMs = Math.max(nowMs, next.get(key) ?? 0);
    const stepMs = 1_000 / perSecond;
    const given = Math.min(
      count,
      Math.max(0, Math.floor((nowMs + withinMs - firstMs) / stepMs) + 1),
    );
    if (given > 0) next.set(key, firstMs + given * stepMs);
    return { firstInMs: firstMs - nowMs, count: given };
  };
  const memory: MemoryTurns = {
    fails: false,
    statements: [],
    async take(wanted) {
      memory.statements.push(wanted);
      if (memory.fails) throw new Error('away');
      return wanted.map(takeOne);
    },
  };
  return memory;
}
