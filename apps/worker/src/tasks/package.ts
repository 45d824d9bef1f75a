/** Checks the encoded package: equal segment durations, all manifests, loudness at its target. */
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { domainError } from '@interlude/contract/errors';
import type { EncodedPackage, LoudnessTarget } from '@interlude/media-engine';
import { loudnessText } from './loudness.ts';
import type { Task, TaskContext } from './task.ts';
import { findJobProcessor, requireArtifact } from './task.ts';

/** Seconds by which segment durations may differ: the rounding of timescales, less than a frame. */
const slackSeconds = 0.002;

function checkSegments({ segmentSeconds, files, manifests }: EncodedPackage): void {
  const fault = (reason: string) => domainError('PACKAGE_FAULTY', { reason });
  const [first] = segmentSeconds;
  if (first === undefined) throw fault('it has no segments');
  const odd = segmentSeconds.slice(0, -1).find((one) => Math.abs(one - first) > slackSeconds);
  if (odd !== undefined) throw fault(`segments last ${first} s and ${odd} s`);
  const names = new Set(files.map(({ path }) => path));
  const missing = manifests.find(({ path }) => !names.has(path));
  if (manifests.length === 0 || missing !== undefined) throw fault('a manifest is missing');
}

/** Concatenates the segments of a rendition, for CMAF after its header, to a file that can be measured. */
async function joinRendition(context: TaskContext, rendition: string): Promise<string> {
  const { folder, package: made } = requireArtifact(context.artifacts.encoded, 'renditions');
  const number = (path: string) => Number(/(\d+)\.\w+$/.exec(path)?.[1] ?? -1);
  const paths = made.files
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${rendition}/`) && /\.(mp4|m4s|ts)$/.test(path))
    .toSorted((a, b) => number(a) - number(b));
  const joined = join(context.folder, `joined-${rendition}`);
  for (const [index, path] of paths.entries()) {
    const target = createWriteStream(joined, { flags: index === 0 ? 'w' : 'a' });
    await pipeline(createReadStream(join(folder, path)), target, { signal: context.signal });
  }
  return joined;
}

async function measureOutput(context: TaskContext, target: LoudnessTarget): Promise<string> {
  const { package: made } = requireArtifact(context.artifacts.encoded, 'renditions');
  const rendition = made.renditions.find(({ channels }) => channels > 0);
  if (rendition === undefined) return '';
  const file = await joinRendition(context, rendition.name);
  const processor = await findJobProcessor(context);
  const measure = await processor.measureLoudness(
    file,
    { ...target, range: Math.min(20, target.range), channels: rendition.channels },
    { signal: context.signal, onProgress: context.progress },
  );
  if (measure === 'silent') return ' The audio is silent.';
  return ` Loudness ${loudnessText(measure)}.`;
}

export const packageTask: Task = async (context) => {
  const { package: made } = requireArtifact(context.artifacts.encoded, 'renditions');
  checkSegments(made);
  const target = context.profile()?.loudness;
  const loudness = target === undefined ? '' : await measureOutput(context, target);
  const names = made.manifests.map(({ path }) => path).join(', ');
  const seconds = made.segmentSeconds[0]?.toFixed(3);
  return {
    message: `${names}: ${made.segmentSeconds.length} segments of ${seconds} s.${loudness}`,
  };
};
