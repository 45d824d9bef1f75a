/**
 * Keeps the focus near when the focused control is removed, hidden or disabled by its own action: in the same setting,
 * else in the elements around it. Otherwise it would be at the start of the page (WCAG 2.2, 2.4.3 Focus Order).
 */
import { type RefObject, useEffect } from 'react';

/** Inputs for text are preferred to the buttons around them. */
const written = 'input, textarea, [contenteditable="true"]';
const pressed = 'button, a[href], summary';

export function useKeptKeyboard(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = within.current;
    if (root === null) return;
    let held: HTMLElement | undefined;
    let around: HTMLElement[] = [];
    const onFocus = ({ target }: FocusEvent) => {
      // A dialog restores the focus by itself.
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

/** Whether another control has the focus by now. */
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
