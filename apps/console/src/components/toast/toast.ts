/** Short messages at the top centre (NAV-030). `toast.success('…')`, `toast.error('…')`. */
import { createStore } from '../../app/store.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly message: string;
  readonly action?: ToastAction | undefined;
}

/** One action, such as Undo, which closes the toast. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** A toast closes by itself this long after it was first painted. */
export const toastDurationMs = 3_000;
/** Maximum on screen; older ones are removed. */
const maxToasts = 3;

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

function show(kind: Toast['kind'], message: string, action?: ToastAction): void {
  lastId += 1;
  const added = { id: lastId, kind, message, action };
  toasts.set((shown) => [...shown, added].slice(-maxToasts));
}

export const toast = {
  success: (message: string, action?: ToastAction) => show('success', message, action),
  error: (message: string) => show('error', message),
} as const;

export function closeToast(id: number): void {
  toasts.set((shown) => shown.filter((each) => each.id !== id));
}
