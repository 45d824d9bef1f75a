/** First pass of EBU R128: one measure for each stream and layout that the profile asks for. */
import { planTranscode } from '@interlude/conditioning';
import type { LoudnessMeasure, LoudnessTarget } from '@interlude/media-engine';
import type { Task, TaskContext } from '../jobs/task.ts';
import { needed } from './needed.ts';
import { processorOf } from './processor.ts';

/** EBU R128: of files that are for no channel in particular. */
const usual: LoudnessTarget = { integrated: -23, range: 11, truePeak: -1 };

interface Wanted {
  readonly stream: number;
  readonly channels: number;
}

export const loudnessKey = ({ stream, channels }: Wanted) => `${stream}:${channels}`;

function wantedOf(context: TaskContext): Wanted[] {
  const info = needed(context.goods.info, 'probe');
  const profile = context.profile();
  if (profile === undefined) {
    return info.sounds.slice(0, 1).map(({ stream }) => ({ stream, channels: 2 }));
  }
  const planned = planTranscode(profile, info).sounds.flatMap(({ source, channels }) =>
    source === 'silence' ? [] : [{ stream: source, channels }],
  );
  return [...new Map(planned.map((wanted) => [loudnessKey(wanted), wanted])).values()];
}

const describe = (measure: LoudnessMeasure | 'silent') =>
  measure === 'silent'
    ? 'silence'
    : `${measure.integrated.toFixed(1)} LUFS, ${measure.range.toFixed(1)} LU, ${measure.truePeak.toFixed(1)} dBTP`;

export const loudness: Task = async (context) => {
  const { goods, signal, progress } = context;
  const file = needed(goods.file, 'file');
  const profile = context.profile();
  if (profile !== undefined && profile.loudness === undefined) {
    return { message: 'Not measured: the profile leaves the loudness as it is.' };
  }
  const target = profile?.loudness ?? usual;
  const wanted = wantedOf(context);
  if (wanted.length === 0) return { message: 'There is no sound to be measured.' };
  const processor = await processorOf(context);
  const measures = new Map<string, LoudnessMeasure | 'silent'>();
  const texts: string[] = [];
  for (const [index, { stream, channels }] of wanted.entries()) {
    const measure = await processor.measureLoudness(
      file,
      { ...target, range: Math.min(20, target.range), stream, channels },
      { signal, onProgress: (percent) => progress((index * 100 + percent) / wanted.length) },
    );
    measures.set(loudnessKey({ stream, channels }), measure);
    texts.push(describe(measure));
  }
  goods.loudness = measures;
  return { message: `${texts.join('; ')}.` };
};
