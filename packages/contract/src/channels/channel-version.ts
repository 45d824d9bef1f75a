/** The history of a channel: its settings after each change, from the audit log. */
import { z } from 'zod';
import { fieldDifference } from '../audit-log/audit-entry.ts';

export const channelVersionActions = ['created', 'updated', 'earlier'] as const;

export const channelVersion = z.object({
  id: z.string(),
  at: z.iso
    .datetime()
    .describe('of the change; of the earlier version, of the change that ended it'),
  action: z
    .enum(channelVersionActions)
    .describe('earlier: what the channel was before the first change that is kept'),
  userEmail: z.string().describe('empty: nobody was signed in'),
  apiKey: z.string().describe('name of the API key; empty: a person'),
  fields: z.array(fieldDifference).describe('what the change changed; at most 200'),
});
export type ChannelVersion = z.output<typeof channelVersion>;

export const channelVersionDetail = z.object({
  id: z.string(),
  settings: z.record(z.string(), z.unknown()).describe('those of the version; secrets are masked'),
  present: z.record(z.string(), z.unknown()).describe('those of now; secrets are masked'),
  fields: z.array(fieldDifference).describe('what restoring it would change; at most 200'),
});
export type ChannelVersionDetail = z.output<typeof channelVersionDetail>;

/** Changes that a history answers, newest first. */
export const channelVersionLimit = 100;
