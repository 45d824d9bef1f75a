/** A named state of the reports page: what stands in its address. */
import { z } from 'zod';
import { nameText, text } from '../text.ts';

/** Bounds of saved views. */
export const savedViewLimits = {
  /** Of a person in a company. */
  own: 50,
  /** Of a company. */
  company: 100,
  nameCharacters: 60,
  /** Parts of an address, as `period` or `view.system/chart`. */
  parts: 160,
  keyCharacters: 260,
  /** The longest part is a list of 1,000 channels. */
  partCharacters: 40_000,
  /** Of all parts. */
  characters: 60_000,
} as const;

/** `own`: seen by one person alone; `company`: by all of its members. */
export const savedViewScopes = ['own', 'company'] as const;
export type SavedViewScope = (typeof savedViewScopes)[number];

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

/** What is left out stays. */
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
