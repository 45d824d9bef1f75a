/** Whether an element has come near the window: cards further down read their figures only then. */
import { type RefObject, useEffect, useState } from 'react';

/** @param near how far above or below the window an element counts, a CSS length */
export function useSeen(element: RefObject<Element | null>, near: string): boolean {
  const watches = typeof globalThis.IntersectionObserver === 'function';
  const [seen, setSeen] = useState(!watches);
  useEffect(() => {
    const target = element.current;
    if (seen || target === null) return;
    const see = () => setSeen(true);
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && see(),
      { rootMargin: `${near} 0px` },
    );
    watcher.observe(target);
    globalThis.addEventListener('beforeprint', see);
    return () => {
      watcher.disconnect();
      globalThis.removeEventListener('beforeprint', see);
    };
  }, [element, near, seen]);
  return seen;
}
