/** Assets of a tenant: films, episodes, ads and slates. The wire and the code say title, the screens say asset. */
import { z } from 'zod';
import { nameText } from '../text.ts';

export const titleTypes = [
  'movie',
  'episode',
  'season',
  'series',
  'ad',
  'catchup',
  'ad-slate',
] as const;
export type TitleType = (typeof titleTypes)[number];

/** State of a new title; nothing else sets it yet (AST-007). */
export const deliveredState = 'delivered';

/** Body of POST: the fields that an operator may set. */
export const titleInput = z.object({
  name: nameText(300),
  type: z.enum(titleTypes, { error: 'I should not be empty!' }),
  studio: z.string().max(300).default(''),
  deliverer: z.string().max(300).default(''),
  synopsis: z.string().max(10_000).default(''),
});
export type TitleInput = z.input<typeof titleInput>;
export type TitleSettings = z.output<typeof titleInput>;

/** Body of PUT; by `updatedAt` as it was read the server refuses to overwrite a later save of somebody else. */
export const titleUpdate = titleInput.extend({ updatedAt: z.iso.datetime().optional() });

/** A title as the API answers it (DATA-025). */
export const title = titleInput.extend({
  id: z.string(),
  state: z.string().describe('read-only'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Title = z.output<typeof title>;
