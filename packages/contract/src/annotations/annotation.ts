/** A mark on the time axes of charts: what happened when. */
import { z } from 'zod';
import { nameText } from '../text.ts';

const dayMs = 86_400_000;

/** Bounds of annotations. */
export const annotationLimits = {
  /** Marks that a company has made. */
  marks: 10_000,
  textCharacters: 200,
  /** Newest of each kind in one answer. */
  listed: 300,
  /** Incidents of a company that are kept once their findings are gone. */
  incidents: 5_000,
  /** From now: how long ago a mark may be, and how far ahead. As long as figures are kept. */
  pastMs: 791 * dayMs,
  futureMs: 31 * dayMs,
  /** Of what a mark spans. */
  lengthMs: 31 * dayMs,
  /** Longest period of one answer. */
  periodMs: 800 * dayMs,
  /** Channels that one incident names. */
  channels: 50,
} as const;

/**
 * - mark: made by a person or a machine of the company, as a deploy
 * - change: a channel, a system, a playlist or a workflow was changed, from the audit log
 * - incident: the monitor saw breaches of one cause with the severity error
 */
export const annotationKinds = ['mark', 'change', 'incident'] as const;
export type AnnotationKind = (typeof annotationKinds)[number];

export const annotation = z.object({
  id: z.string().describe('that of a mark removes it'),
  kind: z.enum(annotationKinds),
  at: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable().describe('null: a moment, or an incident that is open'),
  isOpen: z.boolean().describe('an incident that has not ended'),
  text: z.string(),
  channelIds: z.array(z.string()).describe('empty: of the whole company'),
  createdBy: z.string().describe('of a mark: e-mail address or name of the API key'),
});
export type Annotation = z.output<typeof annotation>;

const instant = z.iso.datetime({ offset: true });

/** What POST takes; `at` is now where it is left out. */
export const annotationInput = z.object({
  text: nameText(annotationLimits.textCharacters),
  at: instant.optional(),
  endsAt: instant.nullable().default(null).describe('after at, by 31 days at most; null: a moment'),
  channelId: z.string().min(1).max(100).nullable().default(null).describe('null: all channels'),
});
export type AnnotationInput = z.output<typeof annotationInput>;
