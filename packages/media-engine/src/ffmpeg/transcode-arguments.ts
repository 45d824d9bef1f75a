/** A transcode plan as the command line of ffmpeg 5 or newer: one process, every rendition encoded once. */
import { inputAddress, inputOptions } from '../input-limits.ts';
import type { TranscodeSink } from '../transcode/plan-sinks.ts';
import type { TranscodePlan } from '../transcode/transcode-plan.ts';

/** Share of frames that cannot be decoded from which on a file is broken. */
const MAX_ERROR_RATE = '0.2';

export const inputArguments = (file: string) => [
  ...inputOptions,
  ...['-noautorotate', '-i', inputAddress(file)],
];

export function transcodeArguments(plan: TranscodePlan): string[] {
  const { video, audioTracks } = plan;
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'],
    ...['-progress', 'pipe:1', '-max_error_rate', MAX_ERROR_RATE],
    ...inputArguments(plan.file),
    ...['-filter_complex', filterGraph(plan)],
    ...(video?.renditions ?? []).flatMap(({ encoder, bitrate, options }, index) => [
      ...[
        '-map',
        `[p${index}]`,
        `-c:v:${index}`,
        encoder,
        `-g:v:${index}`,
        `${plan.segmentFrames}`,
      ],
      ...[`-b:v:${index}`, `${bitrate}`, `-maxrate:v:${index}`, `${Math.round(bitrate * 1.1)}`],
      ...[`-bufsize:v:${index}`, `${bitrate}`],
      ...(encoder === 'libx265' ? [`-tag:v:${index}`, 'hvc1'] : []),
      ...Object.entries(options).flatMap(([name, value]) => [`-${name}:v:${index}`, value]),
    ]),
    ...audioTracks.flatMap(({ name, encoder, bitrate }, index) => [
      ...['-map', `[${name}]`, `-c:a:${index}`, encoder, `-b:a:${index}`, `${bitrate}`],
    ]),
    ...['-map_metadata', '-1', '-flags', '+global_header', '-f', 'tee', teeOutputs(plan)],
  ];
}

function filterGraph({ video, audioTracks }: TranscodePlan): string {
  const chains = audioTracks.map(({ stream, chain, name }) =>
    stream === undefined ? `${chain}[${name}]` : `[0:${stream}]${chain}[${name}]`,
  );
  const graph = video?.graph.replace('[in]', `[0:${video.stream}]`);
  return [...(graph === undefined ? [] : [graph]), ...chains].join(';');
}

function teeOutputs({ sinks }: TranscodePlan): string {
  const selector = (name: string) => `${name.slice(0, 1)}:${name.slice(1)}`;
  const one = (sink: TranscodeSink) => {
    const options = {
      f: 'hls',
      // Two levels of unquoting: tee's list of outputs, then the options of one output.
      select: `\\'${sink.streams.map(selector).join(',')}\\'`,
      ...sink.options,
    };
    const list = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    return `[${list.join(':')}]${sink.folder}/index.m3u8`;
  };
  return sinks.map(one).join('|');
}
