/** The frames that a player of the console shows, by the lab's mark in them, as in the playback tests. */
import type { Locator } from '@playwright/test';
import { readFrameMark } from '../../../../apps/lab/src/media/frame-mark.ts';
import type { FrameRun } from '../../playback/frame-runs.ts';
import { markStrip } from '../../playback/mark-strip.ts';

interface FrameBuffer {
  /** Seconds. */
  readonly playhead: number;
  /** 0..255 at the points of the mark; empty while there is no frame. */
  readonly luma: readonly number[];
}

function pictureOf(video: Locator): Promise<FrameBuffer> {
  return video.evaluate((element: HTMLVideoElement, { width, box, points }): FrameBuffer => {
    const { currentTime: playhead, readyState, videoWidth, videoHeight } = element;
    const context = new OffscreenCanvas(width, 1).getContext('2d');
    if (context === null || readyState < 2) return { playhead, luma: [] };
    const [x, y] = [box.x * videoWidth, box.y * videoHeight];
    const [w, h] = [box.width * videoWidth, box.height * videoHeight];
    context.drawImage(element, x, y, w, h, 0, 0, width, 1);
    const { data } = context.getImageData(0, 0, width, 1);
    return { playhead, luma: points.map((at) => data[at * 4 + 1] ?? 0) };
  }, markStrip);
}

/** Reads the frame on the screen once, and adds it to the runs. */
export async function lookOnce(video: Locator, runs: FrameRun[]): Promise<void> {
  const { playhead, luma } = await pictureOf(video);
  const mark = readFrameMark(luma);
  if (mark === undefined) return;
  const { label, frame } = mark;
  const run = runs.at(-1);
  if (run?.label === label && frame >= run.lastFrame) run.lastFrame = frame;
  else runs.push({ label, firstFrame: frame, lastFrame: frame, zeroAt: playhead - frame / 25 });
}
