/** Probes the source and reports its findings; a finding that the workflow refuses fails the job. */
import { checkMedia } from '@interlude/conditioning';
import { type MediaFinding, mediaFindings, taskCatalogue } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { MediaInfo } from '@interlude/media-engine';
import type { Task } from './task.ts';
import { findJobProcessor, requireArtifact } from './task.ts';

/** Enough for a file of several hours: all its packets are read. */
const timeoutMs = 600_000;

const rate = ([frames, seconds]: readonly [number, number]) =>
  Number((frames / Math.max(1, seconds)).toFixed(3));

function describe(info: MediaInfo): string {
  const { video } = info;
  const videoText = video && [
    `${video.codec} ${video.width}x${video.height}`,
    `${rate(video.frameRate)} fps`,
    `${Math.round(video.bitrate / 1_000)} kbit/s`,
  ];
  const audio = info.audioTracks.map(({ codec, channels, sampleRate, language }) =>
    [codec, `${channels} ch`, `${sampleRate} Hz`, language].filter(Boolean).join(' '),
  );
  const tracks = [...(videoText ?? ['no video']), ...(audio.length > 0 ? audio : ['no audio'])];
  return `${info.durationSeconds.toFixed(2)} s: ${tracks.join(', ')}.`;
}

export const probe: Task = async (context, settings) => {
  const { artifacts, run, signal, progress } = context;
  const { maxDurationSeconds, refuse } = taskCatalogue.probe.settings.parse(settings);
  const file = requireArtifact(artifacts.file, 'file');
  const processor = await findJobProcessor(context);
  const info = await processor.probe(file, { signal, timeoutMs, onProgress: progress });
  const declaredMs = Number(run.settings['durationMs']);
  const findings = checkMedia(info, {
    profile: context.profile(),
    maxDurationSeconds,
    declaredSeconds: declaredMs > 0 ? declaredMs / 1_000 : undefined,
  });
  const refused: MediaFinding[] = findings.filter((finding) => refuse.includes(finding));
  if (refused.length > 0) {
    const [finding] = refused;
    const sentences = refused.map((name) => mediaFindings[name]).join(' ');
    throw domainError('MEDIA_REFUSED', { findings: sentences, finding });
  }
  artifacts.info = info;
  return { message: describe(info), findings };
};
