/** An encode plan as the command line of ffmpeg 5 or newer: one process, every rendition encoded once. */
import { AUDIO_NAME, type EncodePlan, type PlannedSink } from '../encode/encode-plan.ts';

/**
 * Arguments of ffmpeg: frames come on descriptor 0, samples on descriptor 3. Paths are relative, so that none needs
 * escaping.
 */
export function ffmpegArguments(plan: EncodePlan): string[] {
  const { width, height, frameRate, sampleRate } = plan.input;
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'],
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`],
    ...['-r', String(frameRate), '-thread_queue_size', '64', '-i', 'pipe:0'],
    ...['-f', 's16le', '-ar', String(sampleRate), '-ac', '2'],
    ...['-thread_queue_size', '64', '-i', 'pipe:3'],
    ...['-filter_complex', filterGraph(plan)],
    ...plan.video.flatMap((_, index) => ['-map', `[o${index}]`]),
    ...['-map', '1:a', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', String(plan.segmentFrames)],
    ...plan.video.flatMap((video, index) => [
      ...[`-b:v:${index}`, String(video.bitrateBps)],
      ...[`-maxrate:v:${index}`, String(Math.round(video.bitrateBps * 1.1))],
      ...[`-bufsize:v:${index}`, String(video.bitrateBps * 2)],
      ...Object.entries(video.options).flatMap(([name, value]) => [`-${name}:v:${index}`, value]),
    ]),
    ...['-c:a', 'aac', '-b:a', String(plan.audioBitrateBps)],
    ...['-flags', '+global_header', '-f', 'tee', teeOutputs(plan)],
  ];
}

export function filterGraph(plan: EncodePlan): string {
  const outputs = plan.video.map((_, index) => `[s${index}]`).join('');
  const scalers = plan.video.map(
    (video, index) => `[s${index}]scale=${video.width}:${video.height},setsar=1[o${index}]`,
  );
  return [`[0:v]split=${plan.video.length}${outputs}`, ...scalers].join(';');
}

function teeOutputs(plan: EncodePlan): string {
  const selector = (name: string) => {
    const index = plan.video.findIndex((video) => video.name === name);
    return name === AUDIO_NAME || index < 0 ? 'a:0' : `v:${index}`;
  };
  const one = (sink: PlannedSink) => {
    const options = {
      f: sink.format,
      // Two levels of unquoting: tee's list of outputs, then the options of one output.
      select: `\\'${sink.streams.map(selector).join(',')}\\'`,
      ...sink.options,
    };
    const list = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    return `[${list.join(':')}]${sink.file}`;
  };
  return plan.sinks.map(one).join('|');
}
