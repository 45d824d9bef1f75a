/** Journal, dispatcher, sender and counts of beacons in one piece, which the role starts and stops. */
import { join } from 'node:path';
import type { ChannelSettings } from '@interlude/contract';
import {
  type Clock,
  type Logger,
  openSecret,
  type SecretKey,
  type TenantEgresses,
} from '@interlude/runtime';
import type { BreakRecords } from '../break-records/break-records.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { StitcherMetrics } from '../metrics.ts';
import { AdEvents, type AdEventsOptions, headersPurpose } from './ad-events.ts';
import { BeaconDispatcher } from './beacon-dispatcher.ts';
import { BeaconJournal, type OwedBeacon } from './beacon-journal.ts';
import { type Beacon, type BeaconOutcome, BeaconSender } from './beacon-sender.ts';
import { TrackerCounts } from './tracker-counts.ts';

export interface BeaconPipelineOptions {
  readonly dataFolder: string;
  readonly egress: TenantEgresses<'request'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: StitcherMetrics;
  readonly recorder: EventRecorder;
  readonly records: Pick<BreakRecords, 'reached' | 'requested' | 'sent'>;
  readonly secretKey: SecretKey;
  readonly rulesOf: AdEventsOptions['rulesOf'];
  readonly playerReports?: AdEventsOptions['playerReports'];
  readonly claims?: AdEventsOptions['claims'];
  /** Tenant of a channel; empty when the channel is gone. */
  readonly tenantOf: (channelId: string) => string;
  readonly findSettings: (channelId: string) => ChannelSettings | undefined;
}

function headersOf(sealed: string, key: SecretKey): Record<string, string> {
  const text = openSecret(key, sealed, headersPurpose);
  const value: unknown = text === undefined ? {} : JSON.parse(text);
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(entries.map(([name, header]) => [name, String(header)]));
}

export class BeaconPipeline {
  readonly dispatcher: BeaconDispatcher;
  readonly adEvents: AdEvents;
  readonly #options: BeaconPipelineOptions;
  readonly #journal: BeaconJournal;
  readonly #sender: BeaconSender;
  readonly #trackers: TrackerCounts;
  #recovering: Promise<void> | undefined;
  /** Beacons that did not arrive, by outcome, with one example: logged in one line every few seconds. */
  readonly #lost = new Map<BeaconOutcome, { count: number; example: object }>();

  constructor(options: BeaconPipelineOptions) {
    const { egress, tenantOf, clock, logger } = options;
    this.#options = options;
    this.#trackers = new TrackerCounts(options.recorder, clock);
    const journal = new BeaconJournal({
      folder: join(options.dataFolder, 'beacons'),
      clock,
      secretKey: options.secretKey,
      onError: (error) => logger.error({ error }, 'the beacon journal cannot be written or read'),
    });
    this.#journal = journal;
    this.#sender = new BeaconSender({
      egressOf: ({ channelId }) => egress.forTenant(tenantOf(channelId)),
      clock,
      report: (...end) => this.#report(...end),
      ledger: {
        sending: (id) => journal.write([{ k: 't', id }]),
        failed: (id) => void journal.write([{ k: 'f', id }]),
        givenUp: (id) => void journal.write([{ k: 'd', id }]),
      },
    });
    this.dispatcher = new BeaconDispatcher(this.#sender, clock);
    this.adEvents = new AdEvents({ ...options, beacons: this.dispatcher, journal });
  }

  #report(beacon: Beacon, outcome: BeaconOutcome, tries: number, reason: string): void {
    const { metrics } = this.#options;
    const { event, channelId, sessionId } = beacon;
    metrics.beacons.add({ event, outcome });
    const tenantId = this.#options.tenantOf(channelId);
    this.#trackers.add(beacon, tenantId, outcome, tries);
    this.#options.records.sent({ ...beacon, tenantId }, outcome, tries, reason);
    metrics.adEvents.add({ event, stage: 'fired' });
    if (outcome === 'sent') {
      metrics.adEvents.add({ event, stage: 'accepted' });
      return;
    }
    const example = { channelId, sessionId, event, tries, reason };
    this.#lost.set(outcome, { count: (this.#lost.get(outcome)?.count ?? 0) + 1, example });
  }

  /** Beacons that wait for a connection or a retry. */
  get waiting(): number {
    return this.#sender.waiting;
  }

  /** Hands on the counts by tracker, and logs the beacons that did not arrive since the last call. */
  report(): void {
    this.#trackers.flush();
    for (const [outcome, { count, example }] of this.#lost) {
      this.#options.logger.warn({ ...example, outcome, count }, 'beacons did not arrive');
    }
    this.#lost.clear();
  }

  /**
   * Starts the journal and sends the beacons that dead processes still owed, of this host or of another one that used
   * this data folder.
   */
  async start(): Promise<void> {
    this.#sendOwed(await this.#journal.start());
  }

  /**
   * Sends the beacons of processes that are known to be dead only now: of another host that takes a while. Never
   * rejects.
   */
  recover(): Promise<void> {
    this.#recovering ??= this.#journal
      .adopt()
      .then((owed) => this.#sendOwed(owed))
      .catch((error: unknown) => {
        this.#options.logger.error({ error }, 'beacons of a process that died cannot be sent');
      })
      .finally(() => {
        this.#recovering = undefined;
      });
    return this.#recovering;
  }

  #sendOwed(owed: readonly OwedBeacon[]): void {
    if (owed.length > 0) {
      this.#options.logger.info({ owed: owed.length }, 'beacons of a process that died are sent');
    }
    this.dispatcher.send(owed.map((beacon) => this.#owedBeacon(beacon)));
  }

  #owedBeacon({ headers, ...beacon }: OwedBeacon): Beacon {
    return { ...beacon, headers: headersOf(headers, this.#options.secretKey), sessionId: '' };
  }

  /** Gives beacons under way a little time; the next process sends the rest. */
  async stop(): Promise<void> {
    await this.adEvents.stop();
    await this.#recovering;
    const left = await this.#sender.stop();
    this.report();
    if (left > 0) {
      this.#options.logger.warn({ left }, 'beacons were left unsent');
    }
    await this.#journal.stop();
  }
}
