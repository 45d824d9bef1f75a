/**
 * The title of the route (NAV-019), one factual line and the page's actions. The shell shows it at
 * once; a page fills line and actions through <PageHeader>.
 */
import { useMatches } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';

interface TitleBarSlots {
  readonly line: HTMLElement | null;
  readonly actions: HTMLElement | null;
}

const SlotsContext = createContext<TitleBarSlots>({ line: null, actions: null });

export function useRouteTitle(): string {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? '' });
}

export function TitleBar({ productName, children }: { productName: string; children: ReactNode }) {
  const title = useRouteTitle();
  const mark = useMatches({ select: (matches) => matches.at(-1)?.staticData.mark });
  const [line, setLine] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ line, actions }), [line, actions]);
  useEffect(() => {
    document.title = title === '' ? productName : `${title} · ${productName}`;
  }, [title, productName]);
  return (
    <SlotsContext value={slots}>
      <div className="title-bar">
        <div className="title-text">
          <div className="title-name">
            <h1>{title}</h1>
            {mark && <span className="alpha-mark">{mark}</span>}
          </div>
          <div className="title-line" ref={setLine} />
        </div>
        <div className="title-actions" ref={setActions} />
      </div>
      {children}
    </SlotsContext>
  );
}

export interface PageHeaderProps {
  /** One factual line below the title. */
  readonly line?: ReactNode;
  /** The primary button, at most two more. */
  readonly actions?: ReactNode;
}

/** Fills the title bar from inside a page. */
export function PageHeader({ line, actions }: PageHeaderProps) {
  const slots = use(SlotsContext);
  return (
    <>
      {slots.line && createPortal(line, slots.line)}
      {slots.actions && createPortal(actions, slots.actions)}
    </>
  );
}
