/** Short messages at the top centre (NAV-030). `toast.success('…')`, `toast.error('…')`. */
import { createStore } from '../../app/store.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly message: string;
}

/** A toast closes by itself after this time. */
export const toastDurationMs = 3_000;
/** Older ones give way. */
const maxToasts = 3;

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

function show(kind: Toast['kind'], message: string): void {
  lastId += 1;
  const added = { id: lastId, kind, message };
  toasts.set((shown) => [...shown, added].slice(-maxToasts));
}

export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
} as const;

export function closeToast(id: number): void {
  toasts.set((shown) => shown.filter((each) => each.id !== id));
}
