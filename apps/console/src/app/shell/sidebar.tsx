/** 320 px wide, 105 px when folded; folded it opens while the pointer rests on it (NAV-013 to NAV-016). */
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLifebuoy,
} from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../texts/t.ts';
import { Logo } from '../../ui/logo.tsx';
import { useStore } from '../store.ts';
import { sidebarState, toggleSidebar } from '../ui-state.ts';
import { Navigation } from './navigation.tsx';
import type { Installation } from './use-installation.ts';

export function Sidebar({ installation }: { installation: Installation }) {
  const { mini, hoverCatch } = useStore(sidebarState);
  const [hovered, setHovered] = useState(false);
  const opened = !mini || (hoverCatch && hovered);
  return (
    <aside
      className="sidebar"
      aria-label={t('Sidebar')}
      data-mini={!opened || undefined}
      data-over={(mini && opened) || undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <div className="sidebar-brand">
        <Logo size={24} />
        <span>{installation.productName}</span>
      </div>
      <Navigation installation={installation} />
      <div className="sidebar-foot">
        <SupportLink href={installation.links.support} />
        <button
          type="button"
          className="navigation-item"
          aria-label={mini ? t('Unfold the sidebar') : t('Fold the sidebar')}
          aria-pressed={mini}
          onClick={toggleSidebar}
        >
          {mini ? (
            <IconLayoutSidebarLeftExpand size={17} stroke={1.6} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={17} stroke={1.6} />
          )}
          <span>{mini ? t('Unfold') : t('Fold')}</span>
        </button>
      </div>
    </aside>
  );
}

/** The external help desk, in a new tab (NAV-009); left out when no address is set. */
export function SupportLink({ href }: { href: string }) {
  if (href === '') return null;
  return (
    <a className="navigation-item" href={href} target="_blank" rel="noopener">
      <IconLifebuoy size={17} stroke={1.6} />
      <span>{t('Support')}</span>
    </a>
  );
}
