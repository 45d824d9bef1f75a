/** Timeline of a channel: two lanes of segments, Periods and events on the source clock (DATA-020, DATA-022). */
import { z } from 'zod';

/** Seconds that the timeline shows, and that the monitor keeps of segments, messages and manifests (MON-002). */
export const monitoringWindowSeconds = 1_200;

/** The lanes of a timeline, from top to bottom (MON-003). */
export const monitoringLanes = ['source', 'output'] as const;
export type MonitoringLane = (typeof monitoringLanes)[number];

/** Kinds of entries of a lane. A Period spans its segments; an event has a start and often no duration. */
export const monitoringKinds = ['content', 'ad', 'slate', 'period', 'event'] as const;
export type MonitoringKind = (typeof monitoringKinds)[number];

/** The key under which a manifest is kept: `GET /api/v2/monitoring/manifest/{channelId}/{manifestKey}`. */
export const manifestKey = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/);

/** One entry of a lane: a segment, or in DASH also a Period or an event. */
export const monitoringSegment = z.object({
  id: z.string().describe('unique in its lane, the same in every answer'),
  kind: z.enum(monitoringKinds),
  start: z.number().describe('epoch milliseconds on the source clock'),
  duration: z.number().describe('seconds; 0 = an event that states none'),
  loadTime: z.number().int().describe('epoch milliseconds when a manifest listed it first'),
  uri: z.string().describe('as the manifest lists it, without credentials and session ids'),
  origUri: z
    .string()
    .describe('output: the address in the source that the content segment has; empty elsewhere'),
  presentationTime: z
    .number()
    .nullable()
    .describe('DASH: seconds since the start of the presentation; HLS: null'),
  cueOut: z.string().describe('the marker at its start that begins a break; empty = none'),
  cueOutCont: z.string().describe('the marker at its start that continues a break; empty = none'),
  cueIn: z.string().describe('the marker at its start that ends a break; empty = none'),
  ad: z
    .string()
    .describe(
      'output: clip id of the creative, or slate; the colour of the entry; empty = content',
    ),
  discontinuity: z.boolean().describe('EXT-X-DISCONTINUITY before it, or the first of a Period'),
  number: z.number().int().nullable().describe('HLS: media sequence number; DASH: null'),
  eventId: z.string().describe('DASH event: its id; empty = no event'),
  periodId: z.string().describe('DASH: id of its Period; empty in HLS'),
  manifestKey: z.string().describe('of the manifest that listed it first; empty = it is not kept'),
});
export type MonitoringSegment = z.output<typeof monitoringSegment>;

/** A media playlist of an HLS channel, for the playlist selector (MON-007). DASH has none. */
export const monitoringPlaylist = z.object({
  index: z.number().int().min(0).describe('the value of the parameter `playlist`'),
  uri: z.string().describe('of the media playlist in the source, without credentials'),
  name: z.string().describe('video 1280x720 3200 kbit/s, audio en English'),
});
export type MonitoringPlaylist = z.output<typeof monitoringPlaylist>;

/** `values[i]` is the lane that `keys[i]` names; entries by start. A lane is empty where nothing was listed. */
export const monitoringTimeline = z.object({
  keys: z.array(z.enum(monitoringLanes)),
  values: z.array(z.array(monitoringSegment)),
  maxTime: z
    .number()
    .describe('epoch milliseconds: the newest end of an entry; 0 = nothing was seen'),
  playlists: z.array(monitoringPlaylist),
});
export type MonitoringTimeline = z.output<typeof monitoringTimeline>;

/** A manifest as it was read, with credentials, tokens and session ids masked. */
export const monitoringManifest = z.object({
  manifest: z.string(),
  loadTime: z.number().int().describe('epoch milliseconds when it was complete'),
  lane: z.enum(monitoringLanes),
  uri: z.string().describe('where it was read, masked'),
  counterpart: z
    .string()
    .describe('key of the manifest of the other lane that was read last before it; empty = none'),
});
export type MonitoringManifest = z.output<typeof monitoringManifest>;
