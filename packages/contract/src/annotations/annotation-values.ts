/** The closed lists and limits that annotations and their screens share: without schemas, which pages do not load. */

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
  /** How long ago a mark may be, as long as figures are kept, and how far ahead. */
  pastMs: 791 * dayMs,
  futureMs: 31 * dayMs,
  /** Longest span of a mark. */
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
