/** Common readings in memory, for stitchers in one process with a simulated clock. */
import type { CommonNews, CommonReading, CommonReadings } from '../origin/common-readings.ts';

const baseAgeMs = 3_000;
const hereWithinMs = 300;

type Heard = (news: CommonNews) => void;

export class ReadingHub {
  readonly rows: CommonReading[] = [];
  readonly #watching = new Map<string, CommonNews>();
  /** Delay of a notice to each stitcher, ms; undefined: notices are lost. */
  delayMs: number | undefined = 1;
  /** Statements fail. */
  isAway = false;
  stitchers = 2;

  #tell(from: string, hear: Heard): void {
    const { delayMs } = this;
    if (delayMs === undefined || this.isAway) return;
    for (const [to, news] of this.#watching) {
      if (to !== from) setTimeout(() => hear(news), delayMs);
    }
  }

  /** The connection for notices is back. */
  gap(): void {
    for (const news of this.#watching.values()) news.onGap();
  }

  #sinceBase(): readonly CommonReading[] | undefined {
    const newest = this.rows.findLastIndex(
      ({ base, putAtMs }) => base !== undefined && putAtMs > Date.now() - baseAgeMs,
    );
    return newest < 0 ? undefined : this.rows.slice(newest);
  }

  of(stitcher: string): CommonReadings {
    const answer = async <T>(work: () => T): Promise<T | undefined> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return this.isAway ? undefined : work();
    };
    return {
      shownAfterMs: 250,
      isShared: () => this.stitchers > 1,
      now: () => Date.now(),
      watch: (news) => void this.#watching.set(stitcher, news),
      join: async () => {
        if (this.stitchers < 2 || this.isAway) return undefined;
        const recent = this.#sinceBase();
        if (recent) return recent;
        this.#tell(stitcher, (news) => news.onJoin());
        await new Promise((resolve) => setTimeout(resolve, hereWithinMs));
        return this.#sinceBase();
      },
      put: ({ version, lines, base }) =>
        answer(() => {
          if (this.rows.some((row) => row.version === version)) return false;
          const putAtMs = Date.now();
          this.rows.push({ version, lines, base, putAtMs });
          this.#tell(stitcher, (news) => news.onReading(version, putAtMs, 500));
          return putAtMs;
        }),
      sinceBase: () => answer(() => this.#sinceBase()),
      after: (version) => answer(() => this.rows.filter((row) => row.version > version)),
      newest: () => answer(() => ({ version: this.rows.at(-1)?.version ?? 0, nowMs: Date.now() })),
      here: () => undefined,
      holds: () => this.#tell(stitcher, (news) => news.onOther()),
      stands: (version, nextMs) =>
        this.#tell(stitcher, (news) => news.onReading(version, undefined, nextMs)),
      close: () => void this.#watching.delete(stitcher),
    };
  }
}
