/** A channel as the data plane needs it: settings of an enabled channel, and the revision by which a change is seen. */
import type { ChannelSettings, ScheduledBreak, Tenant } from '@interlude/contract';
import type { SessionKey } from '@interlude/persistence';

export interface ChannelEntry {
  readonly id: string;
  readonly tenantId: string;
  /** Tier of the tenant, which limits its sessions. */
  readonly tier: Tenant['tier'];
  readonly settings: ChannelSettings;
  /** Changes with every save; sessions under way take the new settings at the next break. */
  readonly revision: string;
  /** Grows with every reset: the source cache and all sessions are dropped. */
  readonly resets: number;
  /** API keys of the company that start sessions beside the key of the channel; default none. */
  readonly sessionKeys?: readonly SessionKey[] | undefined;
  /** Breaks that a scheduler has declared by API; default none. */
  readonly scheduledBreaks?: readonly ScheduledBreak[] | undefined;
}

/** Breaks by API; none for a channel that no longer names a scheduler, whatever was announced for it. */
export function scheduledBreaksOf(channel: ChannelEntry | undefined): readonly ScheduledBreak[] {
  const isScheduled = channel !== undefined && channel.settings.schedulerExternalId !== '';
  return isScheduled ? (channel.scheduledBreaks ?? []) : [];
}

/** Names one channel in the change feed. */
export interface ChangedChannel {
  readonly tenantId: string;
  readonly id: string;
}

/** Where the enabled channels come from: the database, or values in a test. */
export interface ChannelRepository {
  listEnabled(): Promise<readonly ChannelEntry[]>;
  /** Undefined when this installation does not play it: it is disabled, removed, or another cluster's. */
  findEnabled(channel: ChangedChannel): Promise<ChannelEntry | undefined>;
  /**
   * Calls back on every change; resolves, once it listens, with a function that ends it.
   * @param onChange is called without a channel when several may have changed, or changes may have been missed
   */
  watch(onChange: (changed?: ChangedChannel) => void): Promise<() => void>;
}
