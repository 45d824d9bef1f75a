/** Files of a title: uploaded ones, and those that were made from them. */
import { z } from 'zod';
import { httpUrl } from '../channels/settings/schemas.ts';
import { nameText } from '../text.ts';

export const mediaTypes = ['source', 'intermediate', 'deliverable', 'internal'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** A media by address, as an operator sets it. Files are uploaded instead. */
export const mediaInput = z.object({
  name: nameText(300),
  type: z.enum(mediaTypes).default('source'),
  contentType: z.string().max(60).default('video'),
  titleId: z.string().max(100).default(''),
  url: httpUrl('I should be a valid URL!'),
  externalResourceId: z.string().max(200).default('').describe('groups medias from one encoding'),
  externalResourceType: z.string().max(60).default(''),
  createdBySystemId: z.string().max(100).default(''),
  ext: z.string().max(20).default('').describe('without a dot: mp4, mov, m3u8, mpd'),
});
export type MediaInput = z.input<typeof mediaInput>;
export type MediaSettings = z.output<typeof mediaInput>;

export const mediaUpdate = mediaInput.extend({ updatedAt: z.iso.datetime().optional() });

/** A media as the API answers it (DATA-026). */
export const media = mediaInput.extend({
  id: z.string(),
  url: z.string(),
  sizeBytes: z.number().int().min(0).describe('in our storage; 0 = not ours'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Media = z.output<typeof media>;
