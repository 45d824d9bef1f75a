/**
 * Says what an element with `data-hint` is for while the pointer or the focus is on it. One tooltip for the page: one for
 * each element takes longer to render than the rows of a table that they stand in. Mounted once in the app.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Hint } from './hint.ts';

const HintTooltip = lazy(async () => ({
  default: (await import('./hint-tooltip.tsx')).HintTooltip,
}));

/** Milliseconds that the pointer rests before. */
export const hintDelayMs = 300;

function hinted(node: EventTarget | null): HTMLElement | undefined {
  const element = node instanceof Element ? node.closest('[data-hint]') : null;
  return element instanceof HTMLElement ? element : undefined;
}

/** @returns ends it */
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
    // A finger that rests on something opens what the browser has for that.
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
