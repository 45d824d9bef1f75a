/** Sources that are being read: one for each channel with viewers, stopped a while after the last one has left. */
import { type Clock, isTooLarge, type Logger, sourceUrl } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { StitcherMetrics } from '../metrics.ts';
import { originLimits } from './origin-limits.ts';
import type { PolledSource } from './polled-source.ts';
import type { SourceRefusals } from './source-refusals.ts';
import type { SourceReport } from './source-report.ts';

export interface SourcePoolOptions<Source extends PolledSource> {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: StitcherMetrics;
  readonly refusals: Pick<SourceRefusals, 'source' | 'cleared'>;
  /** Makes a source that has not been requested yet. */
  readonly create: (channel: ChannelEntry, report: SourceReport) => Source;
}

interface Entry<Source> {
  readonly source: Source;
  /** Epoch ms since which the channel has no viewers. */
  unusedSinceMs: number;
}

export class SourcePool<Source extends PolledSource> {
  readonly #options: SourcePoolOptions<Source>;
  readonly #entries = new Map<string, Entry<Source>>();

  constructor(options: SourcePoolOptions<Source>) {
    this.#options = options;
  }

  /** The source of this channel, made if there is none; `open()` begins to request it. */
  get(channel: ChannelEntry): Source {
    const known = this.#entries.get(channel.id);
    if (known) {
      return known.source;
    }
    const { clock, create } = this.#options;
    const source = create(channel, this.#report(channel));
    this.#entries.set(channel.id, { source, unusedSinceMs: clock.now() });
    return source;
  }

  /** All sources of the pool, open or not. */
  get sources(): Source[] {
    return [...this.#entries.values()].map(({ source }) => source);
  }

  find(channelId: string): Source | undefined {
    return this.#entries.get(channelId)?.source;
  }

  drop(channelId: string): void {
    this.#entries.get(channelId)?.source.stop();
    this.#entries.delete(channelId);
  }

  /**
   * Stops sources of channels that have had no viewers for `lingerMs`.
   * @returns how many sources are left, and how many of them fail
   */
  sweep(isWatched: (channelId: string) => boolean): { sources: number; failing: number } {
    const nowMs = this.#options.clock.now();
    let failing = 0;
    for (const [channelId, entry] of this.#entries) {
      if (isWatched(channelId)) {
        entry.unusedSinceMs = nowMs;
      } else if (nowMs - entry.unusedSinceMs > originLimits.lingerMs) {
        this.drop(channelId);
        continue;
      }
      failing += entry.source.health.state === 'failing' ? 1 : 0;
    }
    return { sources: this.#entries.size, failing };
  }

  #report(channel: ChannelEntry): SourceReport {
    const { id: channelId, tenantId } = channel;
    const { metrics, refusals } = this.#options;
    const logger = this.#options.logger.child({ channelId, tenantId });
    return {
      polled: (outcome) => metrics.sourcePolls.add({ outcome }),
      state: ({ state }, error) => {
        if (isTooLarge(error)) {
          refusals.source(channel, sourceUrl(channel.settings), error);
        } else if (!error) {
          refusals.cleared(channel);
        }
        if (error) {
          const { code, message } = error;
          logger.warn({ code, reason: message }, 'the source of a channel fails');
        } else {
          logger.info({ state }, 'the source of a channel is read');
        }
      },
      reconfigured: (renditions) =>
        logger.warn({ renditions }, 'the renditions of a source have changed'),
      broken: (error) => logger.error({ error }, 'a manifest could not be worked with'),
      warnings: (codes) => logger.debug({ codes }, 'the source has oddities'),
    };
  }

  stop(): void {
    for (const { source } of this.#entries.values()) {
      source.stop();
    }
    this.#entries.clear();
  }
}
