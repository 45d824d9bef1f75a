/**
 * Shows the hint of an element with `data-hint` while the pointer or the focus is on it. One tooltip for the page: one
 * per element takes longer to render than the table rows around the elements. Mounted once in the app.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Hint } from './hint.ts';

const HintTooltip = lazy(async () => ({
  default: (await import('./hint-tooltip.tsx')).HintTooltip,
}));

/** Milliseconds for which the pointer or the focus rests on an element before its hint is shown. */
export const hintDelayMs = 300;

function hinted(node: EventTarget | null): HTMLElement | undefined {
  const element = node instanceof Element ? node.closest('[data-hint]') : null;
  return element instanceof HTMLElement ? element : undefined;
}

/** @returns stops watching */
function watchHints(page: Document, show: (hint: Hint | undefined) => void): () => void {
  const watch = new AbortController();
  let target: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const move = (next: HTMLElement | undefined) => {
    if (next === target) return;
    clearTimeout(timer);
    if (target) show(undefined);
    target = next;
    const label = next?.dataset['hint'];
    if (next === undefined || !label) return;
    timer = setTimeout(() => show({ target: next, label }), hintDelayMs);
  };
  const leave = () => move(undefined);
  const { signal } = watch;
  page.addEventListener(
    'pointerover',
    // A long press opens the browser's own menu, so touch shows no hints.
    (event) => move(event.pointerType === 'touch' ? undefined : hinted(event.target)),
    { signal },
  );
  page.addEventListener(
    'focusin',
    ({ target: node }) => {
      const focused = hinted(node);
      move(focused?.matches(':focus-visible') === true ? focused : undefined);
    },
    { signal },
  );
  page.addEventListener('focusout', leave, { signal });
  page.addEventListener('pointerdown', leave, { signal });
  page.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal });
  page.documentElement.addEventListener('pointerleave', leave, { signal });
  return () => {
    watch.abort();
    clearTimeout(timer);
  };
}

export function HintHost() {
  const [hint, setHint] = useState<Hint>();
  useEffect(() => watchHints(document, setHint), []);
  return <Suspense>{hint && <HintTooltip {...hint} />}</Suspense>;
}
