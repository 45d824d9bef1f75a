import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  currentChannel,
  hoverCatchDelayMs,
  onWindowResize,
  periodState,
  sidebarState,
  toggleSidebar,
  watchWindowSize,
  windowSize,
} from './ui-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
  sidebarState.set({ mini: false, hoverCatch: false });
});
afterEach(() => vi.useRealTimers());

describe('the shared state of the screens', () => {
  it('NAV-016 OP-10 the mini toggle sets the hover-catch flag 300 ms later', () => {
    toggleSidebar();
    expect(sidebarState.get()).toEqual({ mini: true, hoverCatch: false });
    vi.advanceTimersByTime(hoverCatchDelayMs - 1);
    expect(sidebarState.get().hoverCatch).toBe(false);
    vi.advanceTimersByTime(1);
    expect(sidebarState.get()).toEqual({ mini: true, hoverCatch: true });
    expect(hoverCatchDelayMs).toBe(300);
  });

  it('NAV-016 a second toggle takes the flag back, and no late one comes', () => {
    toggleSidebar();
    vi.advanceTimersByTime(hoverCatchDelayMs - 1);
    toggleSidebar();
    vi.advanceTimersByTime(10 * hoverCatchDelayMs);
    expect(sidebarState.get()).toEqual({ mini: false, hoverCatch: false });
  });

  it('NAV-029 OP-11 a resize counts 500 ms after its last event, once', () => {
    const reported: unknown[] = [];
    const forget = onWindowResize((size) => reported.push(size));
    const stop = watchWindowSize(window);
    const resize = () => window.dispatchEvent(new Event('resize'));
    resize();
    vi.advanceTimersByTime(400);
    resize();
    vi.advanceTimersByTime(499);
    expect(reported).toEqual([]);
    vi.advanceTimersByTime(1);
    const size = { width: window.innerWidth, height: window.innerHeight };
    expect(reported).toEqual([size]);
    expect(windowSize.get()).toEqual(size);

    forget();
    resize();
    vi.advanceTimersByTime(500);
    expect(reported).toHaveLength(1);

    resize();
    stop();
    windowSize.set({ width: 0, height: 0 });
    vi.advanceTimersByTime(500);
    expect(windowSize.get()).toEqual({ width: 0, height: 0 });
  });

  it('DATA-038 holds sidebar flags, periods, window size and the channel in the player', () => {
    expect(sidebarState.get()).toEqual({ mini: false, hoverCatch: false });
    expect(periodState.get()).toEqual([
      { type: 'Last week' },
      { type: 'Previous period', compareWith: true },
    ]);
    expect(Object.keys(windowSize.get())).toEqual(['width', 'height']);
    expect(currentChannel.get()).toBeUndefined();
  });
});
