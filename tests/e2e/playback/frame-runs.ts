/**
 * Runs of frames of one media, as the marks in the lab's frames show them. An ad must run from its first frame to its
 * last, and the programme must resume at the position after the break's duration.
 */
import { EPOCH_MS } from '../../../apps/lab/src/live-origin/live-clock.ts';
import { FRAME_RATE } from '../../../apps/lab/src/media/cards/card.ts';
import { creatives, loopSchedule } from '../../../apps/lab/src/media/catalogue.ts';

/** A run of frames with the same label. */
export interface FrameRun {
  /** 0 = content, 1..14 = a creative, 15 = slate. */
  readonly label: number;
  readonly firstFrame: number;
  lastFrame: number;
  /** Media time of its frame 0, seconds, from the playhead when the last one was seen. */
  readonly zeroAt?: number;
}

const CONTENT = 0;
const SLATE = 15;
export const CONTENT_SEGMENT = loopSchedule.segmentFrames;
const LOOP = loopSchedule.segments * loopSchedule.segmentFrames;

/** Number of the frame that the channel shows at a time, epoch milliseconds. */
export const contentFrameAt = (epochMs: number) =>
  Math.floor(((epochMs - EPOCH_MS) * FRAME_RATE) / 1000) % LOOP;

/** Frames from one to the other, the shorter way around the loop. */
export const framesBetween = (from: number, to: number) =>
  ((((to - from + LOOP / 2) % LOOP) + LOOP) % LOOP) - LOOP / 2;

/** One break as it was seen between two stretches of content. */
interface BreakSeen {
  readonly before: FrameRun | undefined;
  readonly runs: readonly FrameRun[];
  readonly after: FrameRun | undefined;
}

export function breaksSeen(runs: readonly FrameRun[]): BreakSeen[] {
  const breaks: { before: FrameRun | undefined; runs: FrameRun[]; after?: FrameRun }[] = [];
  let isContent = true;
  for (const [index, run] of runs.entries()) {
    if (run.label !== CONTENT) {
      if (isContent) breaks.push({ before: runs[index - 1], runs: [] });
      breaks.at(-1)?.runs.push(run);
    } else if (!isContent) {
      const last = breaks.at(-1);
      if (last !== undefined) last.after = run;
    }
    isContent = run.label === CONTENT;
  }
  return breaks.map(({ before, runs: inside, after }) => ({ before, runs: inside, after }));
}

/** Frames of the programme from which on it counts as resumed: a second. */
const GOES_ON_FRAMES = 25;

/** Breaks behind some programme, and behind which the programme goes on. */
export function wholeBreaks(runs: readonly FrameRun[]): BreakSeen[] {
  return breaksSeen(runs).filter(({ before, after }) => {
    if (before === undefined || after === undefined) return false;
    return after !== runs.at(-1) || after.lastFrame - after.firstFrame >= GOES_ON_FRAMES;
  });
}

/**
 * The faults of the breaks, one sentence each; a break in which watching began or ended is left out. `breakFrames`:
 * frames that a break replaces.
 */
export function faultsOfBreaks(runs: readonly FrameRun[], breakFrames: number): string[] {
  return breaksSeen(runs).flatMap(({ before, runs: inside, after }, index) => {
    if (before === undefined || after === undefined) return [];
    const where = `break ${index + 1}`;
    const gone = (after.firstFrame - before.lastFrame + LOOP) % LOOP;
    const isLate = Math.abs(gone - breakFrames) > CONTENT_SEGMENT;
    return [
      ...inside.flatMap((run) => faultsOfAd(run).map((fault) => `${where}: ${fault}`)),
      ...(isLate ? [`${where}: content goes on after ${gone} pictures, not ${breakFrames}`] : []),
    ];
  });
}

function faultsOfAd({ label, firstFrame, lastFrame }: FrameRun): string[] {
  if (label === SLATE) return [];
  const creative = creatives.find((each) => each.label === label);
  if (creative === undefined) return [`unknown label ${label}`];
  const { frameCount, segmentFrames, id } = creative;
  const isWhole = firstFrame <= segmentFrames && lastFrame >= frameCount - 1 - segmentFrames;
  return isWhole ? [] : [`${id} ran from ${firstFrame} to ${lastFrame} of ${frameCount}`];
}
