/**
 * Turns of requests: so many at once in this process, shared out evenly. Each company may have one at any time, so that
 * requests without an answer of some companies keep no other one waiting.
 */
import { monitorLimits } from './monitor-limits.ts';

export interface RequestSlots {
  /** Runs a request of a company when it is its turn. */
  of(tenantId: string): <T>(work: () => Promise<T>) => Promise<T>;
}

interface Line {
  used: number;
  readonly waiting: (() => void)[];
}

/** @param limits requests side by side, of all and of one company */
export function createRequestSlots(
  limits: { readonly requests: number; readonly requestsOfTenant: number } = monitorLimits,
): RequestSlots {
  /** Companies with requests, in the order of their turns. */
  const lines = new Map<string, Line>();
  let used = 0;

  function begin(): void {
    const share = Math.min(
      limits.requestsOfTenant,
      Math.max(1, Math.floor(limits.requests / lines.size)),
    );
    for (const [tenantId, line] of [...lines]) {
      const hasTurn = () => line.used === 0 || (used < limits.requests && line.used < share);
      while (line.waiting.length > 0 && hasTurn()) {
        used += 1;
        line.used += 1;
        line.waiting.shift()?.();
        // The company goes to the end of the order.
        lines.delete(tenantId);
        lines.set(tenantId, line);
      }
    }
  }

  async function run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(tenantId) ?? { used: 0, waiting: [] };
    lines.set(tenantId, line);
    const turn = new Promise<void>((resolve) => line.waiting.push(resolve));
    begin();
    await turn;
    try {
      return await work();
    } finally {
      used -= 1;
      line.used -= 1;
      if (line.used + line.waiting.length === 0) lines.delete(tenantId);
      begin();
    }
  }

  return {
    of: (tenantId) => (work) => run(tenantId, work),
  };
}
