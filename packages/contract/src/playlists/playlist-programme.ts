/** The state of a linear playlist since its last save, reported by the stitchers once they have read its items. */
import { z } from 'zod';

/** An item that is left out of the linear channel, with the reason. */
export const leftOutItem = z.object({
  item: z.number().int().min(-1).describe('its place in contents, from 0; -1 is the filler'),
  reason: z.string(),
});
export type LeftOutItem = z.output<typeof leftOutItem>;

const ofProtocol = z.object({
  isRead: z.boolean().describe('it has been requested since the last save'),
  leftOut: z.array(leftOutItem),
});

export const playlistProgramme = z.object({ hls: ofProtocol, dash: ofProtocol });
export type PlaylistProgramme = z.output<typeof playlistProgramme>;

export const linearProtocols = ['hls', 'dash'] as const;
export type LinearProtocolName = (typeof linearProtocols)[number];

/**
 * The key of the list of skipped items, among the stored texts of a generation.
 * @see ADR 0023
 */
export const leftOutKey = (protocol: LinearProtocolName): string => `left-out:${protocol}`;

/** The stored value under `leftOutKey`. */
export const keptLeftOut = z.object({ leftOut: z.array(leftOutItem) });
