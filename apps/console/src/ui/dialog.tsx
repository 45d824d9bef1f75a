/**
 * A modal dialog on the browser's own <dialog>: focus trap, Escape, inert page and focus return come
 * with it. Popovers inside (Select, Menu) need `withinPortal={false}`, else they are below it.
 */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { text } from '../messages.ts';
import './dialog.css';

export interface DialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** Escape, the close button and a click beside the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the bottom. */
  readonly actions?: ReactNode;
  /** Pixels; never wider than the window. */
  readonly width?: number;
  readonly className?: string;
  /** 'alertdialog' for questions and failures. */
  readonly role?: 'dialog' | 'alertdialog';
}

export function Dialog(props: DialogProps) {
  if (!props.opened) return null;
  return <OpenDialog {...props} />;
}

function OpenDialog(props: DialogProps) {
  const { title, onClose, children, actions, width = 440, className = '', role = 'dialog' } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Close it before it is unmounted, or the focus does not return.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null || dialog.open) return;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog repeats what Escape does
    <dialog
      ref={element}
      role={role === 'dialog' ? undefined : role}
      className={`dialog ${className}`}
      style={{ width }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div className="dialog-box">
        <header className="dialog-header">
          <h2 id={titleId}>{title}</h2>
          <button
            type="button"
            className="dialog-close"
            aria-label={text('close')}
            onClick={onClose}
          >
            <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
              <path d="M2 2l10 10M12 2L2 12" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </button>
        </header>
        <div className="dialog-body">{children}</div>
        {actions !== undefined && <footer className="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
