/** The machine on which the figures of a test run were measured. */
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { z } from 'zod';

export const machineFactsSchema = z.object({
  cores: z.number(),
  processor: z.string(),
  memoryGigabytes: z.number(),
  system: z.string(),
  node: z.string(),
  /** Processes that ran or waited in the last minute, at the start: near 0 on a quiet machine. */
  loadAtStart: z.number(),
});
export type MachineFacts = z.infer<typeof machineFactsSchema>;

export function machineFacts(): MachineFacts {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch} ${release()}`,
    node: process.version,
    loadAtStart: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}
