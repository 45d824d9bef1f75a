/** Health of a channel, now and over 24 hours. */
import { z } from 'zod';
import { findingOwners } from './monitoring-finding.ts';

/**
 * `healthy`: no finding is open; `degraded`: only warnings are open; `ill`: an error is open; `unwatched`: no monitor
 * watches the channel, for the reason in `reason`.
 */
export const healthStates = ['healthy', 'degraded', 'ill', 'unwatched'] as const;
export type HealthState = (typeof healthStates)[number];

const now = {
  state: z.enum(healthStates),
  reason: z.string().describe('one sentence; empty = healthy'),
  owner: z.enum(findingOwners).nullable().describe('who can mend it; null = nobody needs to'),
};

/** The health dot of a channel. */
export const channelHealth = z.object({
  channelId: z.string(),
  ...now,
  sourceHealthy: z.boolean(),
  outputHealthy: z.boolean(),
  sourceErrMessage: z.string(),
  outputErrMessage: z.string(),
  since: z.iso.datetime().nullable().describe('when this state began; null = not known'),
  lookedAt: z.iso.datetime().nullable().describe('the newest look; null = never'),
  openFindings: z.number().int().min(0),
});
export type ChannelHealth = z.output<typeof channelHealth>;

/** A time in which a channel was in one state. */
export const healthSpan = z.object({
  ...now,
  from: z.iso.datetime(),
  to: z.iso.datetime().nullable().describe('null = it lasts'),
});
export type HealthSpan = z.output<typeof healthSpan>;

/** Health of a channel with its history of 24 hours, oldest first; times without a span were not watched. */
export const channelHealthHistory = channelHealth.extend({ history: z.array(healthSpan) });
export type ChannelHealthHistory = z.output<typeof channelHealthHistory>;
