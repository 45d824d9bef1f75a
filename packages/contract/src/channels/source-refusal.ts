import { z } from 'zod';

/** A source, or an asset, of a channel that a stitcher refuses to read because it exceeds a budget (SEC-S55). */
export const sourceRefusal = z.object({
  channelId: z.string(),
  address: z.string().describe('of the manifest, without user info and query'),
  message: z.string().describe('the sentence of SOURCE_TOO_LARGE: which budget, and what to do'),
  since: z.iso.datetime().describe('of an asset: when it was refused last'),
});
export type SourceRefusal = z.output<typeof sourceRefusal>;
