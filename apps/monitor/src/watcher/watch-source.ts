/** The source lane of a channel: what its origin lists, how it answers, and what its markers say. */
import {
  checkClock,
  checkDelivery,
  foundByJudge,
  judgedNow,
  type LaneEdge,
  noAds,
  SourceBreaks,
} from '@interlude/monitoring';
import type { ChannelReport } from './channel-report.ts';
import type { PendingFlush } from './pending-flush.ts';
import { manifestLook } from './recorded-looks.ts';
import { looksOf, type StreamLook } from './watch-stream.ts';
import { type LaneLook, WatchedLane } from './watched-lane.ts';

export interface SourceLaneOptions {
  readonly report: ChannelReport;
  readonly pending: PendingFlush;
}

const usualReloadMs = 4_000;

export class SourceLane {
  readonly #options: SourceLaneOptions;
  readonly #lane = new WatchedLane('source');
  readonly #breaks = new SourceBreaks();
  #edge: LaneEdge | undefined;

  constructor(options: SourceLaneOptions) {
    this.#options = options;
  }

  /** Live edge of the first playlist; undefined until it was read. */
  get edge(): LaneEdge | undefined {
    return this.#edge;
  }

  /** Breaks by the markers, epoch ms on the source clock. */
  get breaks() {
    return this.#breaks.breaks;
  }

  look(look: StreamLook): void {
    const { report, pending } = this.#options;
    const { rendition, host, tookMs, nowMs, answer } = look;
    if (this.#lane.takePlaylists(look)) pending.setPlaylists(this.#lane.playlists);
    const seen = this.#lane.look(look, noAds);
    if (seen) this.#take(seen);
    pending.addLooks([manifestLook('source', look, this.#lane.indexOf(rendition), seen)]);
    const failure = answer.kind === 'failed' ? answer.reason : undefined;
    const reloadMs = seen?.targetDurationMs ?? usualReloadMs;
    const delivery = { lane: 'source', rendition, host, tookMs, failure, nowMs, reloadMs } as const;
    const judged = foundByJudge(judgedNow(look.before, look.after), {
      ...{ lane: 'source', host, rendition, nowMs, sourceRules: new Map<string, string>() },
      ...{ manifestKey: seen?.manifestKey ?? '', atMs: atOf(seen, nowMs) },
    });
    const found = [
      ...checkDelivery(delivery),
      ...judged,
      ...(seen ? [...this.#clock(seen, look), ...this.#markers(seen, look)] : []),
    ];
    const manifestKey = seen?.manifestKey ?? '';
    report.look(`source ${rendition}`, found, nowMs, { manifestKey, looks: looksOf(look) });
  }

  #take({ changed, manifest, playlist }: LaneLook): void {
    const { pending } = this.#options;
    pending.addEntries(changed.map((entry) => ({ lane: 'source', playlist, entry })));
    if (manifest) pending.addManifest(manifest);
  }

  #clock(seen: LaneLook, { nowMs, host, rendition }: StreamLook) {
    const { endMs, targetDurationMs, isDated } = seen;
    const edge = { endMs, targetDurationMs, isDated, nowMs, host, rendition };
    if (seen.playlist === 0) this.#edge = edge;
    return checkClock(edge);
  }

  #markers(seen: LaneLook, { rendition, nowMs, host }: StreamLook) {
    const { targetDurationMs, manifestKey, hls, dash } = seen;
    const about = { rendition, targetDurationMs, nowMs, manifestKey, cause: `source ${host}` };
    if (hls) {
      const { startMs, endMs } = hls;
      const markers = hls.markers.flatMap(({ kind, durationMs, ...marker }) =>
        kind === 'cont' ? [] : [{ kind, startMs: marker.startMs, durationMs }],
      );
      return this.#breaks.read({ ...about, markers, startMs, endMs });
    }
    const markers = (dash?.breaks ?? []).map(({ startMs, durationMs }) => ({
      kind: 'out' as const,
      ...{ startMs, durationMs },
    }));
    const startMs = seen.entries.reduce((ms, { start }) => Math.min(ms, start), seen.endMs);
    return this.#breaks.read({ ...about, markers, startMs, endMs: seen.endMs });
  }
}

/** Time of the findings of a look, epoch ms: the edge of what was read, else now. */
export function atOf(seen: LaneLook | undefined, nowMs: number): number {
  return seen && Number.isFinite(seen.endMs) ? seen.endMs : nowMs;
}
