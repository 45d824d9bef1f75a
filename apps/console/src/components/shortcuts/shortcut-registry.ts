/**
 * The active keyboard shortcuts. Components register them, and the `?` dialog lists the registered ones: the help never
 * names a shortcut that does not work.
 */
import { createStore } from '../../app/store.ts';

export interface Shortcut {
  /** `mod+k`, `/`, `?`, `[`; `mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly keys: string;
  readonly label: string;
}

interface Registered extends Shortcut {
  readonly run: () => void;
}

export const shortcuts = createStore<readonly Registered[]>([]);

export function registerShortcut(shortcut: Registered): () => void {
  shortcuts.set((all) => [...all, shortcut]);
  return () => shortcuts.set((all) => all.filter((each) => each !== shortcut));
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Whether a key press is the shortcut `keys`. */
export function matchesKeys(keys: string, press: KeyPress): boolean {
  const withModifier = keys.startsWith('mod+');
  const key = withModifier ? keys.slice(4) : keys;
  const modifier = press.ctrlKey || press.metaKey;
  return modifier === withModifier && !press.altKey && press.key.toLowerCase() === key;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

/** Single keys are ignored in inputs and while a dialog is open; shortcuts with a modifier always work. */
export function handleKeyPress(event: KeyboardEvent): void {
  const found = shortcuts.get().findLast((shortcut) => matchesKeys(shortcut.keys, event));
  if (found === undefined) return;
  const single = !found.keys.startsWith('mod+');
  if (single && (isTyping(event.target) || document.querySelector('dialog[open]'))) return;
  event.preventDefault();
  found.run();
}

/** The keys as text: `⌘ K` or `Ctrl K`. */
export function shownKeys(
  keys: string,
  platform: string = globalThis.navigator?.platform ?? '',
): string[] {
  const mac = /mac|iphone|ipad/i.test(platform);
  return keys
    .split('+')
    .map((key) =>
      key === 'mod' ? (mac ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key,
    );
}
