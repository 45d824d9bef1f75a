/** The findings and the health of a channel, and the messages and notifications about them. */
import { type MonitoringFinding, type MonitoringLane, say } from '@interlude/contract';
import { FindingBook, type Found, type HealthNow, healthOf } from '@interlude/monitoring';
import type { WrittenHealth } from '@interlude/persistence';
import { newId } from '@interlude/runtime';
import { monitorPace } from '../monitor-limits.ts';
import type { PendingFlush } from './pending-flush.ts';

export interface ReportedChannel {
  readonly id: string;
  readonly name: string;
}

const topics = {
  source: 'asset.stream-monitor.source',
  output: 'asset.stream-monitor.output',
} as const satisfies Record<MonitoringLane, string>;

export class ChannelReport {
  readonly #channel: ReportedChannel;
  readonly #publicUrl: string;
  readonly #pending: PendingFlush;
  readonly #book: FindingBook;
  #health: HealthNow;
  #sinceMs: number;
  #lookedAtMs: number;
  #messageAtMs = 0;
  #said = '';

  constructor(
    channel: ReportedChannel,
    options: { readonly publicUrl: string; readonly pending: PendingFlush; readonly nowMs: number },
  ) {
    this.#channel = channel;
    this.#publicUrl = options.publicUrl;
    this.#pending = options.pending;
    this.#book = new FindingBook(channel.id, newId);
    this.#health = healthOf([]);
    this.#sinceMs = options.nowMs;
    this.#lookedAtMs = options.nowMs;
  }

  /** Takes over the findings that another monitor has left open. */
  resume(findings: readonly MonitoringFinding[]): void {
    this.#book.resume(findings);
    this.#health = healthOf(this.#book.open);
  }

  /** Rules that the source breaks now, with their causes: the output inherits them. */
  get sourceRules(): ReadonlyMap<string, string> {
    return this.#book.brokenIn('source');
  }

  /**
   * Takes the findings of a look. `manifestKey`: of its manifest; empty = none. `looks`: number of looks that it counts
   * as.
   */
  look(
    view: string,
    found: readonly Found[],
    nowMs: number,
    {
      manifestKey = '',
      looks = 1,
    }: { readonly manifestKey?: string; readonly looks?: number } = {},
  ): void {
    this.#book.look({ view, found, nowMs, looks });
    this.#lookedAtMs = nowMs;
    this.#take(nowMs, manifestKey);
  }

  tick(nowMs: number): void {
    this.#book.tick(nowMs);
    this.#take(nowMs, '');
  }

  #take(nowMs: number, manifestKey: string): void {
    this.#pending.addFindings(this.#book.takeChanged());
    const { open } = this.#book;
    const before = this.#health;
    const health = healthOf(open);
    this.#health = health;
    if (health.state !== before.state || health.reason !== before.reason) this.#sinceMs = nowMs;
    this.#notify('source', before, health, open);
    this.#notify('output', before, health, open);
    this.#say(health, open, nowMs, manifestKey);
  }

  #say(
    health: HealthNow,
    open: readonly MonitoringFinding[],
    nowMs: number,
    manifestKey: string,
  ): void {
    const findings = open.map(({ id }) => id).slice(0, 50);
    const { sourceErrMessage, outputErrMessage } = health;
    const said = [sourceErrMessage, outputErrMessage, ...findings].join('\n');
    if (said === this.#said && nowMs - this.#messageAtMs < monitorPace.messageMs) return;
    this.#said = said;
    this.#messageAtMs = nowMs;
    this.#pending.addMessage({
      ...{ messageId: newId(nowMs), loadTime: nowMs, manifest: manifestKey, findings },
      ...{ sourceHealthy: health.sourceHealthy, outputHealthy: health.outputHealthy },
      ...{ sourceErrMessage, outputErrMessage },
    });
  }

  #notify(
    lane: MonitoringLane,
    before: HealthNow,
    now: HealthNow,
    open: readonly MonitoringFinding[],
  ): void {
    const [was, is] =
      lane === 'source'
        ? [before.sourceHealthy, now.sourceHealthy]
        : [before.outputHealthy, now.outputHealthy];
    if (was === is) return;
    const { name, id } = this.#channel;
    const page = `${this.#publicUrl}/app/ad-insertion/channels/${encodeURIComponent(id)}/monitoring`;
    const topic = topics[lane];
    const worst = open.find((one) => one.lane === lane && one.severity === 'error');
    if (worst === undefined) {
      const said = say(`${lane}Healthy`, { name, link: page });
      this.#pending.addNotice({ topic, cause: `${id} healthy`, ...said });
      return;
    }
    const { owner, rule, title, detail, advice } = worst;
    const item = encodeURIComponent(`finding.${worst.id}`);
    const link = `${page}?at=${Math.round(worst.at)}&item=${item}`;
    const values = { name, owner, rule, title, detail, advice, link };
    const said = say(`${lane}NotHealthy`, values);
    this.#pending.addNotice({ topic, cause: worst.cause, ...said });
  }

  /** Open findings, for metrics. */
  get open(): readonly MonitoringFinding[] {
    return this.#book.open;
  }

  /** Findings that were seen in too few looks to be opened. */
  get unopened(): readonly MonitoringFinding[] {
    return this.#book.unopened;
  }

  get health(): WrittenHealth {
    const { state, reason, owner, sourceErrMessage, outputErrMessage } = this.#health;
    return {
      ...{ state, reason, owner, sourceError: sourceErrMessage, outputError: outputErrMessage },
      ...{ sinceMs: this.#sinceMs, lookedAtMs: this.#lookedAtMs },
      openFindings: this.#book.open.length,
    };
  }
}
