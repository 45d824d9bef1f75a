/** Renders the toasts above everything, dialogs included; mounted once in the app. */
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../app/store.ts';
import { t } from '../../texts/t.ts';
import './toasts.css';
import { closeToast, type Toast, type ToastAction, toastDurationMs, toasts } from './toast.ts';

export function Toasts() {
  const shown = useStore(toasts);
  const layer = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = layer.current;
    if (element === null || typeof element.showPopover !== 'function') return;
    // Hidden and shown again, the layer comes before a dialog that was opened meanwhile.
    if (element.matches(':popover-open')) element.hidePopover();
    if (shown.length > 0) element.showPopover();
  }, [shown]);
  return (
    <section ref={layer} popover="manual" className="toasts" aria-label={t('Messages')}>
      {shown.map((each) => (
        <ToastCard key={each.id} toast={each} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A page that is busy, or in a tab behind, has not painted the toast yet: its time begins with the first frame.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => closeToast(toast.id), toastDurationMs);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [held, toast.id]);
  const failed = toast.kind === 'error';
  const keep = () => setHeld(true);
  const release = () => setHeld(false);
  const hold = { onPointerEnter: keep, onPointerLeave: release, onFocus: keep, onBlur: release };
  return (
    <div className="toast" data-kind={toast.kind} {...hold}>
      {failed ? <IconAlertTriangle size={16} /> : <IconCheck size={16} />}
      <p role={failed ? 'alert' : 'status'}>{toast.message}</p>
      {toast.action && <ActionButton id={toast.id} action={toast.action} />}
      <button type="button" aria-label={t('Close message')} onClick={() => closeToast(toast.id)}>
        <IconX size={14} />
      </button>
    </div>
  );
}

function ActionButton({ id, action }: { id: number; action: ToastAction }) {
  const run = () => {
    closeToast(id);
    action.run();
  };
  return (
    <button type="button" className="toast-action" onClick={run}>
      {action.label}
    </button>
  );
}
