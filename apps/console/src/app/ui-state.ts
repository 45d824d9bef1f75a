/**
 * Client state shared by several screens (DATA-038): the flags of the sidebar, the periods of the reports, the size of
 * the window and the channel in the player.
 */
import { createStore } from './store.ts';

/** Time between the mini toggle and the moment a hover may open the sidebar again (OP-10). */
export const hoverCatchDelayMs = 300;
/** Quiet time after which a resize counts (NAV-029). */
export const resizeDebounceMs = 500;

export interface SidebarState {
  readonly mini: boolean;
  /** Set a moment after the toggle, so that the pointer still on it does not open the sidebar. */
  readonly hoverCatch: boolean;
}

export interface PeriodState {
  readonly type: string;
  readonly dateA?: string | undefined;
  readonly dateB?: string | undefined;
  readonly compareWith?: boolean | undefined;
}

export interface PlayerChannel {
  readonly id: string;
  readonly name: string;
  readonly state: 'enabled' | 'disabled';
  readonly outputUri: string;
}

const miniKey = 'sidebar-mini';

export const sidebarState = createStore<SidebarState>({
  mini: globalThis.localStorage?.getItem(miniKey) === 'true',
  hoverCatch: globalThis.localStorage?.getItem(miniKey) === 'true',
});

export const periodState = createStore<readonly PeriodState[]>([
  { type: 'Last week' },
  { type: 'Previous period', compareWith: true },
]);

export const windowSize = createStore({
  width: globalThis.innerWidth ?? 0,
  height: globalThis.innerHeight ?? 0,
});

/** The channel that the player dialog shows; undefined = closed (CHL-004). */
export const currentChannel = createStore<PlayerChannel | undefined>(undefined);

let hoverCatchTimer: ReturnType<typeof setTimeout> | undefined;

/** Folds or unfolds the sidebar; the hover-catch flag follows after its delay (NAV-016). */
export function toggleSidebar(): void {
  const mini = !sidebarState.get().mini;
  clearTimeout(hoverCatchTimer);
  sidebarState.set({ mini, hoverCatch: false });
  globalThis.localStorage?.setItem(miniKey, String(mini));
  if (!mini) return;
  hoverCatchTimer = setTimeout(
    () => sidebarState.set((state) => ({ ...state, hoverCatch: state.mini })),
    hoverCatchDelayMs,
  );
}

type ResizeHandler = (size: { width: number; height: number }) => void;
const resizeHandlers = new Set<ResizeHandler>();

/** Registers a handler that is called once the window has kept its size for 500 ms. */
export function onWindowResize(handler: ResizeHandler): () => void {
  resizeHandlers.add(handler);
  return () => resizeHandlers.delete(handler);
}

/** Watches the window size. @returns stops it */
export function watchWindowSize(target: Window): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const size = { width: target.innerWidth, height: target.innerHeight };
      windowSize.set(size);
      for (const handler of resizeHandlers) handler(size);
    }, resizeDebounceMs);
  };
  target.addEventListener('resize', changed);
  return () => {
    clearTimeout(timer);
    target.removeEventListener('resize', changed);
  };
}
