/** Makes the renditions of the profile with the engine that the workflow names. */
import { join } from 'node:path';
import { type PlannedSound, planTranscode, slateForm } from '@interlude/conditioning';
import { domainError, flowNames, taskCatalogue } from '@interlude/contract';
import type {
  EncodedPackage,
  LoudnessTarget,
  SoundTarget,
  TranscodeJob,
} from '@interlude/media-engine';
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
  const isSlate = run.flowName === flowNames.slate || run.settings['titleType'] === 'ad-slate';
  const form = isSlate ? slateForm(profile) : profile;
  const { sounds, ...plan } = planTranscode(form, info, more);
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

/** On this machine, by the engine that the workflow names. */
async function encodeHere(context: TaskContext, job: TranscodeJob): Promise<EncodedPackage> {
  const processor = await processorOf(context);
  context.log('info', `${processor.engine}: ${processor.version}`);
  return processor.transcode(job, { signal: context.signal, onProgress: context.progress });
}

/** It works in the storage that the package will be stored in, in a folder that is nobody else's. */
async function encodeAtBitmovin(
  { run, parts, signal, progress }: TaskContext,
  job: TranscodeJob,
  systemId: string,
): Promise<EncodedPackage> {
  const store = run.tasks.find(({ type }) => type === 'store')?.settings ?? {};
  const { systemId: storageSystemId } = taskCatalogue.store.settings.parse(store);
  const encoder = await parts.findBitmovin(run.tenantId, { systemId, storageSystemId });
  const workFolder = `${run.tenantId}/uploads/encoder-${run.jobId}-${run.attempt}/`;
  const { name } = run;
  return encoder.transcode({ job, name, workFolder }, { signal, onProgress: progress });
}

export const encode: Task = async (context, settings) => {
  const { goods } = context;
  const job = transcodeJobOf(context, settings);
  const { engine, systemId } = taskCatalogue.encode.settings.parse(settings);
  const made =
    engine === 'bitmovin'
      ? await encodeAtBitmovin(context, job, systemId)
      : await encodeHere(context, job);
  goods.encoded = { folder: job.folder, package: made };
  const pictures = job.pictures.map(({ width, height }) => `${width}x${height}`);
  const what = [...pictures, `${job.sounds.length} of sound`].join(', ');
  return { message: `${what} by ${made.engine}.` };
};
