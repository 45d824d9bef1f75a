/** The filter graph of the video: one decode, put on the rate and length of the job, scaled for every rendition. */
import type { VideoInfo } from '../media-info.ts';
import { type FittedVideo, fitVideo } from './fit-video.ts';
import type { VideoTarget } from './transcode-job.ts';

export interface VideoGraphInput {
  readonly source: VideoInfo;
  /** Time of the first video frame when it enters the graph, seconds. */
  readonly startSeconds: number;
  readonly frameRate: readonly [number, number];
  /** Frames of the output: the last one is repeated, or surplus frames are dropped. */
  readonly frames: number;
  readonly targets: readonly VideoTarget[];
}

const TURNS = {
  0: [],
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
};

/** ITU-R BT.2100 to BT.709; nits of the source's white as mastered for television. */
const TONE_MAP = [
  'zscale=transfer=linear:npl=203',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
];

/** Untagged video of less than 720 lines is taken for BT.601, as players do. */
function matrixOf({ colorMatrix, height }: VideoInfo): string {
  if (colorMatrix !== 'unknown') return colorMatrix;
  return height < 720 ? 'bt601' : 'bt709';
}

function largest(fits: readonly FittedVideo[]): FittedVideo {
  return fits.reduce((most, next) => (next.height > most.height ? next : most));
}

function toBt709(source: VideoInfo, size: FittedVideo): string[] {
  const scale = `scale=${size.width}:${size.height}`;
  if (source.dynamicRange !== 'sdr') return [scale, ...TONE_MAP];
  return [`${scale}:in_color_matrix=${matrixOf(source)}:out_color_matrix=bt709:out_range=tv`];
}

/** From `input` to labels `p0`, `p1`, …, one for each target. */
export function videoGraph(input: string, on: VideoGraphInput): string {
  const { source, targets, frames } = on;
  const [rate, per] = on.frameRate;
  const fits = targets.map((target) => fitVideo(source, target));
  const shared = [
    `setpts=PTS-${on.startSeconds}/TB`,
    ...(source.isInterlaced ? ['yadif=deint=interlaced'] : []),
    `fps=fps=${rate}/${per}:start_time=0`,
    'tpad=stop=-1:stop_mode=clone',
    `trim=end_frame=${frames}`,
    ...TURNS[source.rotation],
    ...toBt709(source, largest(fits)),
    'setsar=1',
    `format=yuv420p`,
    `split=${targets.length}`,
  ];
  const splits = targets.map((_, index) => `[s${index}]`).join('');
  const scalers = targets.map(({ width, height }, index) => {
    const fit = fits[index] ?? { width, height };
    const bars = `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`;
    return `[s${index}]scale=${fit.width}:${fit.height},${bars},setsar=1[p${index}]`;
  });
  return [`[${input}]${shared.join(',')}${splits}`, ...scalers].join(';');
}
