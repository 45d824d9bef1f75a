/** The conditioning job on the ffmpeg command line: two runs, the loudness first. */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AUDIO_BPS, loudness, PRESET, SEGMENT_FRAMES, videoTracks } from './condition-job.ts';

const run = promisify(execFile);
const BUFFER_BYTES = 16 * 1024 * 1024;

const { integrated, range, truePeak } = loudness;
const normaliser = `loudnorm=I=${integrated}:LRA=${range}:TP=${truePeak}`;

async function measure(file: string): Promise<string> {
  const args = ['-hide_banner', '-nostats', '-i', file, '-af', `${normaliser}:print_format=json`];
  const { stderr } = await run('ffmpeg', [...args, '-vn', '-f', 'null', '-'], {
    maxBuffer: BUFFER_BYTES,
  });
  const reported: Record<string, string> = JSON.parse(stderr.slice(stderr.lastIndexOf('{\n')));
  return [
    normaliser,
    `measured_I=${reported['input_i']}:measured_LRA=${reported['input_lra']}:measured_TP=${reported['input_tp']}`,
    `measured_thresh=${reported['input_thresh']}:offset=${reported['target_offset']}:linear=true`,
  ].join(':');
}

function arguments_(file: string, normalised: string): string[] {
  const splits = videoTracks.map((_, index) => `[s${index}]`).join('');
  const scalers = videoTracks.map(
    ({ width, height }, index) => `[s${index}]scale=${width}:${height}[p${index}]`,
  );
  const graph = [
    `[0:v]split=${videoTracks.length}${splits}`,
    ...scalers,
    `[0:a]${normalised},aresample=48000[a]`,
  ].join(';');
  const gop = `keyint=${SEGMENT_FRAMES}:min-keyint=${SEGMENT_FRAMES}:scenecut=0:open-gop=0:bframes=0`;
  return [
    ...['-v', 'error', '-y', '-i', file, '-filter_complex', graph],
    ...videoTracks.flatMap((_, index) => ['-map', `[p${index}]`]),
    ...['-map', '[a]', '-c:v', 'libx264', '-preset', PRESET, '-x264-params', gop],
    ...videoTracks.flatMap(({ bitrate }, index) => [
      ...[`-b:v:${index}`, `${bitrate}`, `-maxrate:v:${index}`, `${Math.round(bitrate * 1.1)}`],
      ...[`-bufsize:v:${index}`, `${bitrate}`],
    ]),
    ...['-c:a', 'aac', '-b:a', `${AUDIO_BPS}`, '-f', 'hls', '-hls_segment_type', 'fmp4'],
    ...['-hls_time', '1.9', '-hls_playlist_type', 'vod', '-hls_list_size', '0'],
    ...['-master_pl_name', 'master.m3u8', '-hls_flags', 'independent_segments'],
    ...[
      '-var_stream_map',
      `${videoTracks.map((_, index) => `v:${index},agroup:a`).join(' ')} a:0,agroup:a`,
    ],
    ...['-hls_segment_filename', '%v/%d.m4s', '%v/index.m3u8'],
  ];
}

/** Gives the seconds of the segments of the largest rendition. */
export async function conditionByHand(file: string, folder: string): Promise<readonly number[]> {
  const streams = [...videoTracks.keys(), videoTracks.length];
  for (const stream of streams) await mkdir(join(folder, `${stream}`), { recursive: true });
  await run('ffmpeg', arguments_(file, await measure(file)), { cwd: folder });
  const playlist = await readFile(join(folder, '0', 'index.m3u8'), 'utf8');
  return [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map((match) => Number(match[1]));
}
