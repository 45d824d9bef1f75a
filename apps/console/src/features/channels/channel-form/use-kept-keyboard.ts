/**
 * Keeps the keyboard near when what holds it is taken away, hidden or disabled by its own doing: in the same setting,
 * else in what lies around it. Without this it would be at the start of the page (WCAG 2.2, 2.4.3 Focus Order).
 */
import { type RefObject, useEffect } from 'react';

/** What is written in comes before the buttons around it. */
const written = 'input, textarea, [contenteditable="true"]';
const pressed = 'button, a[href], summary';

export function useKeptKeyboard(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = within.current;
    if (root === null) return;
    let held: HTMLElement | undefined;
    let around: HTMLElement[] = [];
    const onFocus = ({ target }: FocusEvent) => {
      // A dialog gives the keyboard back by itself.
      if (!(target instanceof HTMLElement) || target.closest('dialog') !== null) return;
      held = target;
      around = ancestors(target, root);
    };
    const observer = new MutationObserver(() => {
      if (held === undefined || canHold(held) || isElsewhere(held)) return;
      const next = around.map(controlIn).find((control) => control !== undefined);
      next?.focus({ preventScroll: true });
    });
    root.addEventListener('focusin', onFocus);
    observer.observe(root, {
      attributeFilter: ['disabled', 'hidden'],
      childList: true,
      subtree: true,
    });
    return () => {
      root.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [within]);
}

function ancestors(element: HTMLElement, root: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let each = element.parentElement; each !== null; each = each.parentElement) {
    found.push(each);
    if (each === root) break;
  }
  return found;
}

const canHold = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility();

/** Somebody has taken the keyboard away from it before. */
function isElsewhere(held: HTMLElement): boolean {
  const { activeElement } = document;
  return activeElement !== held && activeElement !== document.body && activeElement !== null;
}

function controlIn(element: HTMLElement): HTMLElement | undefined {
  if (!element.isConnected) return;
  const first = (selector: string) =>
    [...element.querySelectorAll<HTMLElement>(selector)].find(canHold);
  const own = element.tabIndex < 0 && element.hasAttribute('tabindex') ? element : undefined;
  return first(written) ?? first(pressed) ?? own;
}
