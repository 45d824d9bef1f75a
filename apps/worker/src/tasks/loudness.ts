/** First pass of EBU R 128: one measurement per audio stream and channel layout of the profile. */
import { planTranscode } from '@interlude/conditioning';
import type { LoudnessMeasure, LoudnessTarget } from '@interlude/media-engine';
import type { Task, TaskContext } from './task.ts';
import { findJobProcessor, requireArtifact } from './task.ts';

/** EBU R 128, for jobs without a channel. */
const defaultTarget: LoudnessTarget = { integrated: -23, range: 11, truePeak: -1 };

interface PlannedMeasure {
  readonly stream: number;
  readonly channels: number;
}

export const loudnessKey = ({ stream, channels }: PlannedMeasure) => `${stream}:${channels}`;

function plannedMeasures(context: TaskContext): PlannedMeasure[] {
  const info = requireArtifact(context.artifacts.info, 'probe');
  const profile = context.profile();
  if (profile === undefined) {
    return info.audioTracks.slice(0, 1).map(({ stream }) => ({ stream, channels: 2 }));
  }
  const planned = planTranscode(profile, info).audioTracks.flatMap(({ source, channels }) =>
    source === 'silence' ? [] : [{ stream: source, channels }],
  );
  return [...new Map(planned.map((measure) => [loudnessKey(measure), measure])).values()];
}

/** The three figures of EBU R 128 in words, for operators. */
export const loudnessText = ({ integrated, range, truePeak }: LoudnessMeasure): string =>
  `${integrated.toFixed(1)} LUFS, ${range.toFixed(1)} LU, ${truePeak.toFixed(1)} dBTP`;

export const loudness: Task = async (context) => {
  const { artifacts, signal, progress } = context;
  const file = requireArtifact(artifacts.file, 'file');
  const profile = context.profile();
  if (profile !== undefined && profile.loudness === undefined) {
    return { message: 'Not measured: the profile leaves the loudness as it is.' };
  }
  const target = profile?.loudness ?? defaultTarget;
  const planned = plannedMeasures(context);
  if (planned.length === 0) return { message: 'There is no audio to measure.' };
  const processor = await findJobProcessor(context);
  const measures = new Map<string, LoudnessMeasure | 'silent'>();
  const texts: string[] = [];
  for (const [index, { stream, channels }] of planned.entries()) {
    const measure = await processor.measureLoudness(
      file,
      { ...target, range: Math.min(20, target.range), stream, channels },
      { signal, onProgress: (percent) => progress((index * 100 + percent) / planned.length) },
    );
    measures.set(loudnessKey({ stream, channels }), measure);
    texts.push(measure === 'silent' ? 'silent' : loudnessText(measure));
  }
  artifacts.loudness = measures;
  return { message: `${texts.join('; ')}.` };
};
