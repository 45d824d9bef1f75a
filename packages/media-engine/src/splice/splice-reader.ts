/**
 * Decodes the media beside a splice in a child process of its own, within limits; the process ends with the reading.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError, domainError } from '@interlude/contract/errors';
import { type ChildAccount, chooseChildAccount, lendFolder } from '../child-account.ts';
import { probeNodeAv } from '../node-av/node-av-encoder.ts';
import { runTask } from '../node-av/run-task.ts';
import { lookAtFile } from '../probe/look-at-file.ts';
import { checkedSide } from './check-reading.ts';
import {
  type SpliceReading,
  type SpliceSideMedia,
  spliceLimits,
  spliceNiceness,
  type UnreadSide,
} from './splice-media.ts';

/** Bytes of a segment with its initialization before it; the same bytes twice are multiplexed ones. */
export interface SpliceSideBytes {
  readonly video: Uint8Array | undefined;
  readonly audio: Uint8Array | undefined;
  readonly end: SpliceSideMedia['end'];
}

export interface SpliceReader {
  /** As reported by the engine, and the account of its processes, for logs. */
  readonly version: string;
  /**
   * Decodes the sides, one after the other; an unreadable side has a problem in place of figures.
   * @throws {DomainError} ENCODE_FAILED when the child was ended (time, memory, processor), ENCODE_CANCELLED
   */
  read(sides: readonly SpliceSideBytes[], signal: AbortSignal): Promise<SpliceReading>;
}

const limits = {
  memoryKibibytes: spliceLimits.memoryKibibytes,
  cpuSeconds: spliceLimits.cpuSeconds,
  /** Blocks of 512 bytes; the child writes no file. */
  fileBlocks: 2_048,
} as const;

const unread = (error: unknown): UnreadSide => {
  if (!(error instanceof DomainError)) throw error;
  const { reason, finding } = error.details;
  return { problem: String(reason ?? error.message), isBeyondLimits: finding === 'BEYOND_LIMITS' };
};

/** Writes a side into the folder, and looks at its files before anything opens them. */
async function writeSide(
  folder: string,
  index: number,
  { video, audio, end }: SpliceSideBytes,
): Promise<SpliceSideMedia | UnreadSide> {
  const write = async (name: string, bytes: Uint8Array): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, bytes);
    // Readable for the account of the child under any umask.
    await chmod(file, 0o644);
    await lookAtFile(file);
    return name;
  };
  try {
    const seen = video && (await write(`${index}-video`, video));
    const isSame = audio !== undefined && audio === video;
    const heard = isSame ? seen : audio && (await write(`${index}-audio`, audio));
    return { video: seen, audio: heard, end };
  } catch (error) {
    return unread(error);
  }
}

const isMedia = (side: SpliceSideMedia | UnreadSide): side is SpliceSideMedia => 'end' in side;

async function readIn(
  folder: string,
  account: ChildAccount | undefined,
  sides: readonly SpliceSideBytes[],
  signal: AbortSignal,
): Promise<SpliceReading> {
  const written: (SpliceSideMedia | UnreadSide)[] = [];
  for (const [index, side] of sides.entries()) written.push(await writeSide(folder, index, side));
  const media = written.filter(isMedia);
  if (media.length === 0)
    return { sides: written.filter((side): side is UnreadSide => !isMedia(side)), cpuMs: 0 };
  await lendFolder(folder, account);
  const answer = await runTask(
    { cwd: folder, account, limits },
    { type: 'splice', sides: media },
    { signal, timeoutMs: spliceLimits.timeoutMs, niceness: spliceNiceness },
  );
  if (answer.type !== 'spliced' || answer.sides.length !== media.length)
    throw new RangeError('the child answered no splice');
  const read = answer.sides.map(checkedSide);
  const cpuMs = Number.isFinite(answer.cpuMs) ? Math.max(0, answer.cpuMs) : spliceLimits.timeoutMs;
  const unreadSide: UnreadSide = { problem: 'it was not read', isBeyondLimits: true };
  return {
    sides: written.map((side) => (isMedia(side) ? (read.shift() ?? unreadSide) : side)),
    cpuMs,
  };
}

/**
 * Selects the engine that decodes splices: node-av.
 * @param runAs MEDIA_RUN_AS
 * @returns a reader; each call starts one process that has ended when the call settles
 * @throws {DomainError} ENCODER_MISSING, CONFIG_INVALID
 * @see rule SEC-S126; ADR 0053
 */
export async function chooseSpliceReader(runAs: string | undefined): Promise<SpliceReader> {
  const { account, text } = await chooseChildAccount(runAs);
  const found = await probeNodeAv(tmpdir(), account);
  if (!('version' in found)) throw domainError('ENCODER_MISSING', { tried: [found.unusable] });
  return {
    version: `node-av ${found.version}, ${text}`,
    async read(sides, signal) {
      const folder = await mkdtemp(join(tmpdir(), 'splice-'));
      try {
        return await readIn(folder, account, sides, signal);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
