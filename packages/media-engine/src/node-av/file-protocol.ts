/** Messages about files between parent and child of the node-av engine, as JSON over IPC. */
import type { UnreadableFinding } from '../probe/look-at-file.ts';
import type { RawProbe } from '../probe/raw-probe.ts';
import type { SpliceSideMedia } from '../splice/splice-media.ts';
import type { TranscodePlan } from '../transcode/transcode-plan.ts';

export type FileTask =
  | { readonly type: 'probe'; readonly file: string }
  | {
      readonly type: 'measure';
      readonly file: string;
      /** Index in the file; undefined = its first audio track. */
      readonly stream: number | undefined;
      /** Writes its figures to `measure.json` in the folder of the process. */
      readonly chain: string;
    }
  | { readonly type: 'transcode'; readonly plan: TranscodePlan }
  /** Files are in the folder of the process. */
  | { readonly type: 'splice'; readonly sides: readonly SpliceSideMedia[] };

export type FileAnswer =
  | { readonly type: 'beat' }
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'probed'; readonly probe: RawProbe }
  | { readonly type: 'done' }
  /** To be checked: `check-reading.ts`. */
  | { readonly type: 'spliced'; readonly sides: readonly unknown[]; readonly cpuMs: number }
  /** With a finding the file is to blame. */
  | {
      readonly type: 'failed';
      readonly finding?: UnreadableFinding | undefined;
      readonly message: string;
    };

const tagged = (message: unknown, tags: readonly string[]) =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  tags.includes(String(message.type));

export const isFileTask = (message: unknown): message is FileTask =>
  tagged(message, ['probe', 'measure', 'transcode', 'splice']);

export const isFileAnswer = (message: unknown): message is FileAnswer =>
  tagged(message, ['beat', 'progress', 'probed', 'done', 'spliced', 'failed']);
