/**
 * Runs `work` on each element, at most `atOnce` at a time. Rejects with the first failure, starts nothing after it, and
 * settles when all that was started has ended.
 */
export async function eachOf<One>(
  all: Iterable<One>,
  atOnce: number,
  work: (one: One) => Promise<void>,
): Promise<void> {
  const waiting = all[Symbol.iterator]();
  const failures: unknown[] = [];
  const workOn = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  if (failures.length > 0) {
    throw failures[0];
  }
}
