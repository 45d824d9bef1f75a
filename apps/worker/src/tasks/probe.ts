/** Reads what is in the file and names what is unusual; what the workflow refuses ends the job. */
import { checkMedia } from '@interlude/conditioning';
import { domainError, type MediaFinding, mediaFindings, taskCatalogue } from '@interlude/contract';
import type { MediaInfo } from '@interlude/media-engine';
import type { Task } from '../jobs/task.ts';
import { needed } from './needed.ts';
import { processorOf } from './processor.ts';

/** For a file of hours: its packets are read to the last one. */
const timeoutMs = 600_000;

const rate = ([frames, seconds]: readonly [number, number]) =>
  Number((frames / Math.max(1, seconds)).toFixed(3));

function describe(info: MediaInfo): string {
  const { picture } = info;
  const pictures = picture && [
    `${picture.codec} ${picture.width}x${picture.height}`,
    `${rate(picture.frameRate)} fps`,
    `${Math.round(picture.bitrate / 1_000)} kbit/s`,
  ];
  const sounds = info.sounds.map(({ codec, channels, sampleRate, language }) =>
    [codec, `${channels} ch`, `${sampleRate} Hz`, language].filter(Boolean).join(' '),
  );
  const parts = [...(pictures ?? ['no picture']), ...(sounds.length > 0 ? sounds : ['no sound'])];
  return `${info.durationSeconds.toFixed(2)} s: ${parts.join(', ')}.`;
}

export const probe: Task = async (context, settings) => {
  const { goods, run, signal, progress } = context;
  const { maxDurationSeconds, refuse } = taskCatalogue.probe.settings.parse(settings);
  const file = needed(goods.file, 'file');
  const processor = await processorOf(context);
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
  goods.info = info;
  return { message: describe(info), findings };
};
