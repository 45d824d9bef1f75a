/** Tells the page how high the footer is, which grows with what it has to say: nothing is to be left below it. */
import { type RefObject, useEffect } from 'react';

const property = '--channel-footer';

export function useFooterHeight(footer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = footer.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(property, `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [footer]);
}
