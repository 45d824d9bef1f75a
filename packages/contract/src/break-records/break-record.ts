/**
 * Break records of a channel: sums over all sessions, and for some sessions each stage from the marker to the
 * beacons.
 */
import { z } from 'zod';
import { type LossReason, lossOwners, lossReasons } from './loss-reasons.ts';

const seconds = (about: string) => z.number().describe(`seconds, over all sessions: ${about}`);

export const breakLoss = z.object({
  reason: z.enum(lossReasons as [LossReason, ...LossReason[]]),
  owner: z.enum(lossOwners).describe('who can mend it'),
  lostSeconds: z.number().describe('seconds, over all sessions'),
  count: z.number().int().describe('ads, or breaks of sessions, that were lost for it'),
  advice: z.string(),
});
export type BreakLoss = z.output<typeof breakLoss>;

export const breakRecord = z.object({
  channelId: z.string(),
  breakId: z.string(),
  startedAt: z.iso.datetime().describe('of the break, on the clock of the platform'),
  announcedSeconds: z
    .number()
    .nullable()
    .describe('length by its marker; null: none was announced'),
  observedSeconds: z.number().nullable().describe('length when it was over; null: not over yet'),
  sessions: z.number().int().describe('sessions that reached the break'),
  offeredSeconds: seconds('the break'),
  askedSeconds: seconds('for which an ad server was asked'),
  answeredSeconds: seconds('that the ads of the answers are long'),
  usableSeconds: seconds('of answered ads whose creative could be stitched'),
  placedSeconds: seconds('of ads in the output'),
  seenSeconds: seconds('of ad segments that players requested'),
  sentSeconds: seconds('of ads whose impression arrived at the tracker'),
  slateSeconds: seconds('filled by slate'),
  adsPlaced: z.number().int(),
  adsSeen: z.number().int(),
  losses: z
    .array(breakLoss)
    .describe('what offered and seen differ by, to the millisecond; the largest first'),
  sentence: z.string().describe('what became of the break; names the cause and its owner'),
});
export type BreakRecord = z.output<typeof breakRecord>;

/** The stages of one session in one break, in the order in which they happen. */
export const recordStages = [
  'offered',
  'asked',
  'answered',
  'usable',
  'decided',
  'published',
  'reached',
  'sent',
] as const;
export type RecordStage = (typeof recordStages)[number];

export const recordedStage = z.object({
  stage: z.enum(recordStages),
  at: z.iso.datetime(),
  beforeDeadlineMs: z
    .number()
    .nullable()
    .describe('ms left until the deadline of the decision; negative: late; null: it has none'),
  sentence: z.string(),
  detail: z
    .record(z.string(), z.unknown())
    .describe('what was recorded, secrets and values of the viewer masked'),
});
export type RecordedStage = z.output<typeof recordedStage>;

/** Why the stages of a session are kept. */
export const recordKinds = ['monitor', 'first', 'lost', 'sampled'] as const;
export type RecordKind = (typeof recordKinds)[number];

export const recordedSession = z.object({
  session: z.string().describe('stands for the session: not its id, which plays the channel'),
  kept: z.enum(recordKinds).describe('why its stages are kept'),
  at: z.iso.datetime(),
  lostSeconds: z.number(),
  reason: z
    .enum(lossReasons as [LossReason, ...LossReason[]])
    .nullable()
    .describe('of its largest loss when the break was decided'),
});
export type RecordedSession = z.output<typeof recordedSession>;

export const breakDemand = z.object({
  server: z.string().describe('host of the ad server'),
  hop: z.number().int().describe('0: the ad server of the channel; else the wrapper, from 1'),
  asked: z.number().int().describe('requests'),
  inTime: z.number().int().describe('answered before the deadline'),
  late: z.number().int(),
  empty: z.number().int().describe('of those in time: without an ad'),
  error: z.number().int().describe('not reached, or answered with an error status'),
});
export type BreakDemand = z.output<typeof breakDemand>;

export const recordedBreak = breakRecord.extend({
  demand: z.array(breakDemand),
  recorded: z.array(recordedSession).describe('sessions whose stages are kept, at most 100'),
  session: z.string().nullable().describe('whose stages follow; null: none are kept'),
  stages: z.array(recordedStage),
});
export type RecordedBreak = z.output<typeof recordedBreak>;

/** A session in a break, as found by a search. */
export const foundRecord = recordedSession.extend({
  channelId: z.string(),
  breakId: z.string(),
});
export type FoundRecord = z.output<typeof foundRecord>;
