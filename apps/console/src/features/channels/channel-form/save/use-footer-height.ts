/**
 * Writes the footer's height into a CSS property of the page, so that no content is hidden below the footer as it
 * grows.
 */
import { type RefObject, useEffect } from 'react';

const property = '--channel-footer';

export function useFooterHeight(footer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = footer.current;
    if (element === null) return;
    const { style } = document.documentElement;
    let known = element.offsetHeight;
    const observer = new ResizeObserver(() => {
      const grows = element.offsetHeight > known;
      known = element.offsetHeight;
      style.setProperty(property, `${known}px`);
      // The focused field stays in sight.
      if (grows) document.activeElement?.closest('.setting')?.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [footer]);
}
