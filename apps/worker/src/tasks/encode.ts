/** Makes the renditions of the profile with the engine that the workflow names. */
import { join } from 'node:path';
import { type PlannedSound, planTranscode } from '@interlude/conditioning';
import { domainError, taskCatalogue } from '@interlude/contract';
import type { LoudnessTarget, SoundTarget, TranscodeJob } from '@interlude/media-engine';
import type { Task, TaskContext } from '../jobs/task.ts';
import { loudnessKey } from './loudness.ts';
import { needed } from './needed.ts';
import { processorOf } from './processor.ts';

const containers = ['cmaf', 'ts'] as const;

function soundTarget(
  sound: PlannedSound,
  target: LoudnessTarget | undefined,
  { goods }: TaskContext,
): SoundTarget {
  const measure =
    sound.source === 'silence'
      ? undefined
      : goods.loudness?.get(loudnessKey({ stream: sound.source, channels: sound.channels }));
  if (target === undefined || measure === undefined || measure === 'silent') return sound;
  return { ...sound, loudness: { target, measure } };
}

/** @throws {DomainError} CHANNEL_ASSET_INVALID for a job that is for no form of a channel */
export function transcodeJobOf(
  context: TaskContext,
  settings: Readonly<Record<string, unknown>>,
): TranscodeJob {
  const { goods, run } = context;
  const file = needed(goods.file, 'file');
  const info = needed(goods.info, 'probe');
  const profile = context.profile();
  if (profile === undefined) {
    throw domainError('CHANNEL_ASSET_INVALID', {
      reason: 'the job is for no channel, so it has no profile to encode to',
    });
  }
  const asked = run.tasks.find(({ type }) => type === 'package')?.settings['containers'];
  const more = containers.filter((name) => Array.isArray(asked) && asked.includes(name));
  const { sounds, ...plan } = planTranscode(profile, info, more);
  const { loudness } = profile;
  const target = loudness && { ...loudness, range: Math.min(20, loudness.range) };
  return {
    ...plan,
    file,
    info,
    folder: join(context.folder, 'package'),
    sounds: sounds.map((sound) => soundTarget(sound, target, context)),
    preset: taskCatalogue.encode.settings.parse(settings).preset,
  };
}

export const encode: Task = async (context, settings) => {
  const { goods, signal, progress } = context;
  const job = transcodeJobOf(context, settings);
  const processor = await processorOf(context);
  context.log('info', `${processor.engine}: ${processor.version}`);
  const made = await processor.transcode(job, { signal, onProgress: progress });
  goods.encoded = { folder: job.folder, package: made };
  const pictures = job.pictures.map(({ width, height }) => `${width}x${height}`);
  const what = [...pictures, `${job.sounds.length} of sound`].join(', ');
  return { message: `${what} by ${made.engine}.` };
};
