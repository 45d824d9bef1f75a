/** Findings of the monitor, with their owners, and incidents. */
import { z } from 'zod';
import { monitoringLanes } from './monitoring-segment.ts';

/** Owner of a finding, the party that can mend it: `platform` is Interlude and its operator. */
export const findingOwners = ['source', 'ad-server', 'creative', 'cdn', 'platform'] as const;
export type FindingOwner = (typeof findingOwners)[number];

/** `error`: viewers see it, or a standard is broken; `warning`: weaker players fail, or it may become an error. */
export const findingSeverities = ['error', 'warning'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

/** Hours for which findings and the health of channels are kept. */
export const findingHours = 24;

export const monitoringFinding = z.object({
  id: z.string(),
  channelId: z.string(),
  rule: z
    .string()
    .describe('H1 to H37, D1 to D22, B1 to B8 of the auditor, T1 to T22 of the monitor'),
  title: z.string().describe('the rule in one sentence'),
  clause: z.string().describe('document and section that the rule follows'),
  severity: z.enum(findingSeverities),
  owner: z.enum(findingOwners),
  lane: z.enum(monitoringLanes).describe('where it was seen'),
  detail: z.string().describe('what was seen first, in one sentence'),
  advice: z.string().describe('one sentence: what to do'),
  cause: z.string().describe('findings with one cause have one text: `ad-server ads.example`'),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable().describe('null = open'),
  count: z.number().int().min(1).describe('looks that showed it'),
  renditions: z.array(z.string()).describe('in which it was seen, as far as they are named'),
  at: z
    .number()
    .describe('epoch milliseconds on the source clock: where its pin stands on the timeline'),
  breakId: z.string().describe('of the ad break that it concerns; empty = none'),
  manifestKey: z.string().describe('of the manifest that showed it first; empty = none'),
  line: z.number().int().min(0).describe('1-based line of that manifest; 0 = none'),
});
export type MonitoringFinding = z.output<typeof monitoringFinding>;

/** Findings of one cause over all channels of a company: one ad server down on 50 channels is one incident. */
export const monitoringIncident = z.object({
  cause: z.string(),
  owner: z.enum(findingOwners),
  severity: z.enum(findingSeverities).describe('the worst of its findings'),
  rules: z.array(z.string()),
  title: z.string(),
  advice: z.string(),
  channels: z.array(z.object({ id: z.string(), name: z.string() })).describe('at most 50'),
  channelCount: z.number().int().min(1),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
});
export type MonitoringIncident = z.output<typeof monitoringIncident>;
