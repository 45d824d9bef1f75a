/** Playlists of VoD assets: a feed for VoD channels, or one endless linear channel (vod2live). */
import { z } from 'zod';
import { optionalUrl } from '../channels/settings/schemas.ts';
import { nameText } from '../text.ts';

export const playlistTypes = ['vod', 'vod2live'] as const;
export type PlaylistType = (typeof playlistTypes)[number];
export const playlistStatuses = ['enabled', 'disabled'] as const;
export const playlistSourceTypes = ['url', 'placeholder'] as const;
export const spliceTypes = ['seconds', 'percent'] as const;

/** Items of a playlist, and cue points of an item, at most. */
export const maxPlaylistItems = 500;
export const maxCuePoints = 100;

const atLeast = (least: number) => {
  const message = `value must be ${least} or more`;
  return z.number({ error: message }).min(least, message);
};

/** Where ads go within an item (DATA-031). */
export const cuePoint = z.object({
  spliceTime: atLeast(0)
    .max(360_000, 'value must be 360000 or less')
    .default(0)
    .describe('seconds or percent, by the item'),
  maxAds: atLeast(1)
    .int('value must be a whole number')
    .max(50, 'value must be 50 or less')
    .default(1),
  maxDuration: atLeast(1).max(3_600, 'value must be 3600 or less').default(30).describe('seconds'),
});
export type CuePoint = z.output<typeof cuePoint>;

/** One item (DATA-030). The address of a placeholder comes with the query (OP-42). */
export const playlistItem = z
  .object({
    sourceType: z.enum(playlistSourceTypes).default('url'),
    url: optionalUrl.describe('an HLS or DASH VoD manifest; empty of a placeholder'),
    spliceType: z.enum(spliceTypes).default('seconds'),
    duration: atLeast(1)
      .max(360_000, 'value must be 360000 or less')
      .default(600)
      .describe('seconds that are played'),
    cuePoints: z.array(cuePoint).max(maxCuePoints).default([]),
  })
  .superRefine(({ sourceType, url, spliceType, cuePoints }, context) => {
    if (sourceType === 'url' && url === '')
      context.addIssue({ code: 'custom', message: 'I should be a valid URL!', path: ['url'] });
    for (const [index, { spliceTime }] of cuePoints.entries())
      if (spliceType === 'percent' && spliceTime > 100)
        context.addIssue({
          code: 'custom',
          message: 'value must be between 0 and 100',
          path: ['cuePoints', index, 'spliceTime'],
        });
  });
export type PlaylistItem = z.output<typeof playlistItem>;

const playlistSettings = z.object({
  name: nameText(200),
  type: z.enum(playlistTypes).default('vod'),
  status: z.enum(playlistStatuses).default('disabled'),
  startDate: z.iso
    .datetime()
    .nullable()
    .default(null)
    .describe('vod2live only: when the first item begins, UTC'),
  loops: z.boolean().default(true).describe('vod2live only: restart after the last item'),
  fillerUrl: optionalUrl.describe(
    'vod2live only: what a break shows where no ad plays, an HLS or DASH VoD manifest',
  ),
  contents: z.array(playlistItem).max(maxPlaylistItems).default([]),
});

type Settings = z.output<typeof playlistSettings>;

/** A linear channel has one schedule for all viewers, so it needs a start date and no placeholders. */
function refuseUnscheduled(
  playlist: Partial<Settings>,
  context: {
    addIssue: (issue: { code: 'custom'; message: string; path: (string | number)[] }) => void;
  },
): void {
  if (playlist.type !== 'vod2live') return;
  if (!playlist.startDate)
    context.addIssue({ code: 'custom', message: 'I should not be empty!', path: ['startDate'] });
  for (const [index, { sourceType }] of (playlist.contents ?? []).entries())
    if (sourceType === 'placeholder')
      context.addIssue({
        code: 'custom',
        message: 'A vod2live playlist cannot have placeholders.',
        path: ['contents', index, 'sourceType'],
      });
}

export const playlistInput = playlistSettings.superRefine(refuseUnscheduled);
export type PlaylistInput = z.input<typeof playlistInput>;
export type PlaylistSettings = Settings;

/** Body of PUT; by `updatedAt` as it was read the server refuses to overwrite a later save of somebody else. */
export const playlistUpdate = playlistSettings
  .extend({ updatedAt: z.iso.datetime().optional() })
  .superRefine(refuseUnscheduled);
export type PlaylistUpdate = z.input<typeof playlistUpdate>;

/** A playlist as the API answers it (DATA-029). */
export const playlist = playlistSettings.extend({
  id: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  outputUris: z
    .object({
      mrss: z.string(),
      json: z.string(),
      hls: z.string().describe('of a vod2live playlist: source of an hls-live channel; else empty'),
      dash: z
        .string()
        .describe('of a vod2live playlist: source of a dash-live channel; else empty'),
    })
    .describe('made by the platform'),
});
export type Playlist = z.output<typeof playlist>;
