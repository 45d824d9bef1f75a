/** Messages of the monitor on a channel: its health and open findings at one moment (DATA-021). */
import { z } from 'zod';

export const monitoringMessage = z.object({
  messageId: z.string(),
  loadTime: z.number().int().describe('epoch milliseconds of the look that it is about'),
  sourceHealthy: z.boolean(),
  outputHealthy: z.boolean(),
  sourceErrMessage: z.string().describe('one sentence; empty = healthy'),
  outputErrMessage: z.string().describe('one sentence; empty = healthy'),
  manifest: z.string().describe('manifestKey of the manifest that shows it; empty = none was read'),
  findings: z.array(z.string()).describe('ids of the findings that were open then, worst first'),
});
export type MonitoringMessage = z.output<typeof monitoringMessage>;

/** One message for each change of health and of findings, and one each minute in between (OP-75). */
export const monitoringMessages = z.object({
  keys: z.array(z.literal('messages')),
  values: z.array(z.array(monitoringMessage)),
  maxTime: z.number().describe('epoch milliseconds of the newest message; 0 = none'),
  playlists: z.array(z.never()).describe('always empty'),
});
export type MonitoringMessages = z.output<typeof monitoringMessages>;
