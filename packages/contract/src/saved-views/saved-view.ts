/** A saved view: a named state of the reports page, as the parts of its address. */
import { z } from 'zod';
import { nameText, text } from '../text.ts';
import { savedViewLimits, savedViewScopes } from './saved-view-values.ts';

const { parts, keyCharacters, partCharacters, characters, nameCharacters } = savedViewLimits;

/** The parts of an address by name. A page leaves out those that it does not know. */
export const savedViewState = z
  .record(text().min(1).max(keyCharacters), text().max(partCharacters))
  .refine((state) => Object.keys(state).length <= parts, `A view has ${parts} parts at most.`)
  .refine(
    (state) => Object.entries(state).flat().join('').length <= characters,
    `A view has ${characters} characters at most.`,
  );

export const savedViewInput = z.object({
  name: nameText(nameCharacters),
  scope: z.enum(savedViewScopes).default('own'),
  state: savedViewState,
});
export type SavedViewInput = z.output<typeof savedViewInput>;

/** Body of PATCH: fields that are left out stay. */
export const savedViewPatch = savedViewInput.pick({ name: true, state: true }).partial();
export type SavedViewPatch = z.output<typeof savedViewPatch>;

export const savedView = savedViewInput.extend({
  id: z.string(),
  name: z.string(),
  scope: z.enum(savedViewScopes),
  createdBy: z.string().describe('e-mail address'),
  updatedAt: z.iso.datetime(),
});
export type SavedView = z.output<typeof savedView>;
