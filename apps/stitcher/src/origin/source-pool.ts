/** The sources that are being read: one for each channel that somebody watches, gone a while after the last. */
import type { Clock, Egress, Logger } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { StitcherMetrics } from '../metrics.ts';
import { ChannelSource } from './channel-source.ts';
import { originLimits } from './origin-limits.ts';
import type { PollPace } from './poll-pace.ts';
import type { SourceReport } from './source-report.ts';

export interface SourcePoolOptions {
  readonly egress: Pick<Egress, 'request'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: StitcherMetrics;
  readonly pace: PollPace;
  /** After a poll of an open source that brought something new. */
  readonly onChange: (source: ChannelSource) => void;
}

interface Entry {
  readonly source: ChannelSource;
  /** Epoch ms since when nobody watches. */
  unusedSinceMs: number;
}

export class SourcePool {
  readonly #options: SourcePoolOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: SourcePoolOptions) {
    this.#options = options;
  }

  /** The source of this channel; it begins to be read with `open()`. */
  get(channel: ChannelEntry): ChannelSource {
    const known = this.#entries.get(channel.id);
    if (known) {
      return known.source;
    }
    const { egress, clock, pace, onChange } = this.#options;
    const report = this.#report(channel);
    const source = new ChannelSource({ channel, egress, clock, report, pace, onChange });
    this.#entries.set(channel.id, { source, unusedSinceMs: clock.now() });
    return source;
  }

  find(channelId: string): ChannelSource | undefined {
    return this.#entries.get(channelId)?.source;
  }

  drop(channelId: string): void {
    this.#entries.get(channelId)?.source.stop();
    this.#entries.delete(channelId);
  }

  /** Ends sources that nobody has watched for a while, and sets the gauges. */
  sweep(isWatched: (channelId: string) => boolean): void {
    const nowMs = this.#options.clock.now();
    let failing = 0;
    for (const [channelId, entry] of this.#entries) {
      if (isWatched(channelId)) {
        entry.unusedSinceMs = nowMs;
      } else if (nowMs - entry.unusedSinceMs > originLimits.lingerMs) {
        this.drop(channelId);
      }
      failing += entry.source.health.state === 'failing' ? 1 : 0;
    }
    this.#options.metrics.sources.set(this.#entries.size);
    this.#options.metrics.sourcesFailing.set(failing);
  }

  #report({ id: channelId, tenantId }: ChannelEntry): SourceReport {
    const { metrics } = this.#options;
    const logger = this.#options.logger.child({ channelId, tenantId });
    return {
      polled: (outcome) => metrics.sourcePolls.add({ outcome }),
      state: ({ state }, error) => {
        if (error) {
          const { code, message } = error;
          logger.warn({ code, reason: message }, 'the source of a channel fails');
        } else {
          logger.info({ state }, 'the source of a channel is read');
        }
      },
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
