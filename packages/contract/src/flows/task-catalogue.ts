/**
 * The closed catalogue of tasks that a workflow may name, with their settings. Order matters: a task needs results of
 * earlier ones. docs/manual lists it; the editor of workflows completes from it.
 */
import { z } from 'zod';
import { type MediaFinding, mediaFindingNames } from './media-findings.ts';

/** How renditions are muxed: CMAF (fMP4) or MPEG transport streams. */
export const channelMuxings = ['cmaf', 'ts'] as const;

/** Results that tasks give to later ones. */
export const taskGoods = [
  'file',
  'scan',
  'probe',
  'loudness',
  'renditions',
  'package',
  'stored',
] as const;
export type TaskGood = (typeof taskGoods)[number];

export interface TaskDescription {
  readonly label: string;
  readonly about: string;
  readonly needs: readonly TaskGood[];
  readonly gives: readonly TaskGood[];
  readonly settings: z.ZodObject;
}

const alwaysRefused: readonly MediaFinding[] = [
  'NO_VIDEO',
  'NOT_A_MEDIA_FILE',
  'PLAYLIST_IN_DISGUISE',
  'TOO_LONG',
  'TOO_SHORT',
  'TRUNCATED',
];

export const taskCatalogue = {
  download: {
    label: 'Download',
    about: 'Fetches the file, through the egress guard, or takes an upload.',
    needs: [],
    gives: ['file'],
    settings: z.strictObject({
      maxBytes: z.number().int().min(1).max(8_589_934_592).default(1_073_741_824).describe('bytes'),
      timeoutSeconds: z.number().int().min(1).max(7_200).default(900).describe('seconds'),
    }),
  },
  antivirus: {
    label: 'Antivirus',
    about: 'Asks the scanner of CLAMD_HOST; says so when none is configured.',
    needs: ['file'],
    gives: ['scan'],
    settings: z.strictObject({
      required: z.boolean().default(false).describe('true: fails when no scanner answers'),
    }),
  },
  probe: {
    label: 'Probe and check',
    about: 'Reads what is in the file and names what is unusual about it.',
    needs: ['file'],
    gives: ['probe'],
    settings: z.strictObject({
      maxDurationSeconds: z.number().min(1).max(21_600).default(600).describe('seconds'),
      refuse: z
        .array(z.enum(mediaFindingNames))
        .max(mediaFindingNames.length)
        .default([...alwaysRefused])
        .describe('findings that fail the job'),
    }),
  },
  loudness: {
    label: 'Measure loudness',
    about:
      'First pass of EBU R128; the second pass is applied when encoding, if the profile requires it.',
    needs: ['file', 'probe'],
    gives: ['loudness'],
    settings: z.strictObject({}),
  },
  encode: {
    label: 'Encode',
    about: 'Makes the renditions of the profile.',
    needs: ['file', 'probe'],
    gives: ['renditions'],
    settings: z.strictObject({
      engine: z.enum(['auto', 'node-av', 'ffmpeg', 'bitmovin']).default('auto'),
      systemId: z.string().max(100).default('').describe('which bitmovin system'),
      preset: z
        .enum(['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow'])
        .default('veryfast')
        .describe('of x264'),
    }),
  },
  package: {
    label: 'Package',
    about: 'Writes playlists and MPD and checks them: segments, key frames, loudness.',
    needs: ['renditions'],
    gives: ['package'],
    settings: z.strictObject({
      containers: z
        .array(z.enum(channelMuxings))
        .min(1)
        .max(2)
        .optional()
        .describe('left out: the container of the profile'),
    }),
  },
  store: {
    label: 'Store',
    about: 'Writes the package to the storage.',
    needs: ['package'],
    gives: ['stored'],
    settings: z.strictObject({
      systemId: z.string().max(100).default('').describe('a storage system; empty = local'),
    }),
  },
  register: {
    label: 'Register',
    about: 'Adds the medias to the asset, so that the stitcher finds them.',
    needs: ['stored'],
    gives: [],
    settings: z.strictObject({}),
  },
} as const satisfies Record<string, TaskDescription>;

export type TaskType = keyof typeof taskCatalogue;
export const taskTypes = Object.keys(taskCatalogue) as [TaskType, ...TaskType[]];

/**
 * The catalogue entry of a task, typed wider than its literal.
 * @see ADR 0022
 */
export function taskDescription(type: TaskType): TaskDescription {
  return taskCatalogue[type];
}
