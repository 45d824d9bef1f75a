/**
 * Works on all, so many at one time. Rejects with the first failure, begins nothing after it, and ends when everything
 * that was begun has ended.
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
