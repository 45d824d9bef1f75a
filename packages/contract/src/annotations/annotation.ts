/** Annotations: marks, changes and incidents on the time axes of charts. */
import { z } from 'zod';
import { nameText } from '../text.ts';
import { annotationKinds, annotationLimits } from './annotation-values.ts';

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

/** Body of POST; `at` left out = now. */
export const annotationInput = z.object({
  text: nameText(annotationLimits.textCharacters),
  at: instant.optional(),
  endsAt: instant.nullable().default(null).describe('after at, by 31 days at most; null: a moment'),
  channelId: z.string().min(1).max(100).nullable().default(null).describe('null: all channels'),
});
export type AnnotationInput = z.output<typeof annotationInput>;
