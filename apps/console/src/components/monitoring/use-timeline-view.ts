/** The part of the time on screen: follows the newest end, or stays where the operator put it. */
import { useState } from 'react';
import { clampView, liveView, type View, viewShowing, wholeView } from './timeline/geometry.ts';

export interface TimelineView {
  readonly view: View;
  /** Shows a part; following ends unless the part reaches the newest end. */
  readonly show: (view: View) => void;
  /** Moves the view no further than needed to show a span, epoch milliseconds. */
  readonly reveal: (startMs: number, endMs: number) => void;
  readonly follow: (isFollowing: boolean) => void;
}

/**
 * @param maxTimeMs end of the newest entry, epoch milliseconds
 * @param atMs moment to show first, epoch milliseconds; undefined = the whole window
 */
export function useTimelineView(
  maxTimeMs: number,
  isFollowing: boolean,
  atMs: number | undefined,
  onFollow: (isFollowing: boolean) => void,
): TimelineView {
  const [shown, setShown] = useState<View | undefined>(() =>
    atMs === undefined ? undefined : viewShowing(wholeView(maxTimeMs), atMs, atMs, maxTimeMs),
  );
  const view = isFollowing
    ? liveView(shown, maxTimeMs)
    : clampView(shown ?? wholeView(maxTimeMs), maxTimeMs);
  const show = (next: View) => {
    const clamped = clampView(next, maxTimeMs);
    setShown(clamped);
    if (clamped.toMs < wholeView(maxTimeMs).toMs) onFollow(false);
  };
  return {
    view,
    show,
    reveal: (startMs, endMs) => {
      const next = viewShowing(view, startMs, endMs, maxTimeMs);
      if (next !== view) show(next);
    },
    follow: (isOn) => {
      setShown(view);
      onFollow(isOn);
    },
  };
}
