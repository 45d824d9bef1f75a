/** Encodes the renditions of the conditioning profile with the engine of the workflow. */
import { join } from 'node:path';
import { type PlannedAudio, planTranscode, slateProfile } from '@interlude/conditioning';
import { flowNames, taskCatalogue } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type {
  AudioTarget,
  EncodedPackage,
  LoudnessTarget,
  TranscodeJob,
} from '@interlude/media-engine';
import { loudnessKey } from './loudness.ts';
import type { Task, TaskContext } from './task.ts';
import { findJobProcessor, requireArtifact } from './task.ts';

const containers = ['cmaf', 'ts'] as const;

function withLoudness(
  audio: PlannedAudio,
  target: LoudnessTarget | undefined,
  { artifacts }: TaskContext,
): AudioTarget {
  const measure =
    audio.source === 'silence'
      ? undefined
      : artifacts.loudness?.get(loudnessKey({ stream: audio.source, channels: audio.channels }));
  if (target === undefined || measure === undefined || measure === 'silent') return audio;
  return { ...audio, loudness: { target, measure } };
}

/** @throws {DomainError} CHANNEL_ASSET_INVALID for a job without a conditioning profile */
export function transcodeJobOf(
  context: TaskContext,
  settings: Readonly<Record<string, unknown>>,
): TranscodeJob {
  const { artifacts, run } = context;
  const file = requireArtifact(artifacts.file, 'file');
  const info = requireArtifact(artifacts.info, 'probe');
  const profile = context.profile();
  if (profile === undefined) {
    throw domainError('CHANNEL_ASSET_INVALID', {
      reason: 'the job belongs to no channel, so it has no profile to encode to',
    });
  }
  const requested = run.tasks.find(({ type }) => type === 'package')?.settings['containers'];
  const more = containers.filter((name) => Array.isArray(requested) && requested.includes(name));
  const isSlate = run.flowName === flowNames.slate || run.settings['titleType'] === 'ad-slate';
  const conditioning = isSlate ? slateProfile(profile) : profile;
  const { audioTracks, ...plan } = planTranscode(conditioning, info, more);
  const { loudness } = profile;
  const target = loudness && { ...loudness, range: Math.min(20, loudness.range) };
  return {
    ...plan,
    file,
    info,
    folder: join(context.folder, 'package'),
    audioTracks: audioTracks.map((audio) => withLoudness(audio, target, context)),
    preset: taskCatalogue.encode.settings.parse(settings).preset,
  };
}

/** On this machine, with a local engine. */
async function encodeLocally(context: TaskContext, job: TranscodeJob): Promise<EncodedPackage> {
  const processor = await findJobProcessor(context);
  context.log('info', `${processor.engine}: ${processor.version}`);
  return processor.transcode(job, { signal: context.signal, onProgress: context.progress });
}

/** Bitmovin reads and writes in the storage of the package, in a folder of this attempt. */
async function encodeAtBitmovin(
  { run, services, signal, progress }: TaskContext,
  job: TranscodeJob,
  systemId: string,
): Promise<EncodedPackage> {
  const store = run.tasks.find(({ type }) => type === 'store')?.settings ?? {};
  const { systemId: storageSystemId } = taskCatalogue.store.settings.parse(store);
  const encoder = await services.findBitmovin(run.tenantId, { systemId, storageSystemId });
  const workFolder = `${run.tenantId}/uploads/encoder-${run.jobId}-${run.attempt}/`;
  const { name } = run;
  return encoder.transcode({ job, name, workFolder }, { signal, onProgress: progress });
}

export const encode: Task = async (context, settings) => {
  const { artifacts } = context;
  const job = transcodeJobOf(context, settings);
  const { engine, systemId } = taskCatalogue.encode.settings.parse(settings);
  const made =
    engine === 'bitmovin'
      ? await encodeAtBitmovin(context, job, systemId)
      : await encodeLocally(context, job);
  artifacts.encoded = { folder: job.folder, package: made };
  const video = job.videoTracks.map(({ width, height }) => `${width}x${height}`);
  const renditions = [...video, `${job.audioTracks.length} audio`].join(', ');
  return { message: `${renditions} by ${made.engine}.` };
};
