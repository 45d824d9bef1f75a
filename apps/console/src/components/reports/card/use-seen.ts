/** Whether an element has come near the window: cards further down read their figures when they are reached. */
import { type RefObject, useEffect, useState } from 'react';

/** How far below the window an element counts as near. */
const near = '400px';

export function useSeen(element: RefObject<Element | null>): boolean {
  const watches = typeof globalThis.IntersectionObserver === 'function';
  const [seen, setSeen] = useState(!watches);
  useEffect(() => {
    const target = element.current;
    if (seen || target === null) return;
    const see = () => setSeen(true);
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && see(),
      { rootMargin: near },
    );
    watcher.observe(target);
    globalThis.addEventListener('beforeprint', see);
    return () => {
      watcher.disconnect();
      globalThis.removeEventListener('beforeprint', see);
    };
  }, [element, seen]);
  return seen;
}
