/**
 * A box at its button on the browser's own <dialog>: focus trap, Escape and focus return come with it. On small windows
 * it stands at the bottom edge.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import './popup.css';

interface PopupProps {
  /** Accessible name. */
  readonly label: string;
  /** The button below which it opens. */
  readonly anchor: RefObject<HTMLElement | null>;
  /** Escape and a click beside it. */
  readonly onClose: () => void;
  /** Pixels, without the frame. */
  readonly width: number;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Between the box and the edge of the window or its button, in pixels. */
const gap = 8;

/** Left and top of a box that has its button's right or left edge, inside of the window. All in pixels. */
export function popupPlace(
  button: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
  box: { readonly width: number; readonly height: number },
  page: { readonly width: number; readonly height: number },
): { left: number; top: number } {
  const leftSide = button.left + button.right < page.width;
  const wanted = leftSide ? button.left : button.right - box.width;
  const left = Math.max(gap, Math.min(wanted, page.width - box.width - gap));
  const below = button.bottom + gap;
  const top = Math.max(gap, Math.min(below, page.height - box.height - gap));
  return { left, top };
}

export function Popup({ label, anchor, onClose, width, className = '', children }: PopupProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null || dialog.open) return;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  useLayoutEffect(() => {
    const dialog = element.current;
    const button = anchor.current;
    if (dialog === null || button === null) return;
    dialog.style.setProperty('--popup-width', `${width + 2}px`);
    const size = { width: width + 2, height: dialog.offsetHeight };
    const page = { width: globalThis.innerWidth, height: globalThis.innerHeight };
    const { left, top } = popupPlace(button.getBoundingClientRect(), size, page);
    dialog.style.setProperty('--popup-left', `${left}px`);
    dialog.style.setProperty('--popup-top', `${top}px`);
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the box repeats what Escape does
    <dialog
      ref={element}
      className={`popup ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
