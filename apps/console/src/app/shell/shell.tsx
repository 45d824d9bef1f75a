/** The frame of every screen: sidebar, header, banner, title bar, page, footer. */
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { InSlices } from '../../components/in-slices.tsx';
import { useShortcut } from '../../components/shortcuts/use-shortcut.ts';
import { t } from '../../texts/t.ts';
import { useOwnLanguage } from '../own-language.ts';
import { useStore } from '../store.ts';
import { currentChannel, sidebarState, toggleSidebar } from '../ui-state.ts';
import { FailedJobsBanner } from './failed-jobs-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MobileNavigation } from './mobile-navigation.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { RolesBanner } from './platform-roles/roles-banner.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import './shell.css';
import { Sidebar } from './sidebar.tsx';
import { TitleBar } from './title-bar.tsx';
import { useInstallation } from './use-installation.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('./palette/command-palette.tsx')).CommandPalette,
}));

export function Shell() {
  const { mini } = useStore(sidebarState);
  const installation = useInstallation();
  useOwnLanguage();
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'navigation'>();
  const close = () => setOpen(undefined);
  useShortcut({ keys: 'mod+k', label: t('Search or jump to') }, () => setOpen('palette'));
  useShortcut({ keys: '[', label: t('Fold or unfold the sidebar') }, toggleSidebar);
  useShortcut({ keys: '?', label: t('Show the keyboard shortcuts') }, () => setOpen('shortcuts'));
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen ends the navigation and the player
  useEffect(() => {
    setOpen(undefined);
    currentChannel.set(undefined);
  }, [pathname]);
  return (
    <div className="shell" data-mini={mini || undefined}>
      <a className="skip-link" href="#page">
        {t('Skip to content')}
      </a>
      <InSlices placeholder={<div className="sidebar" />}>
        <Sidebar installation={installation} />
      </InSlices>
      <InSlices placeholder={<div className="header" />}>
        <Header
          onNavigation={() => setOpen('navigation')}
          onPalette={() => setOpen('palette')}
          onShortcuts={() => setOpen('shortcuts')}
        />
      </InSlices>
      <main id="page" className="page" tabIndex={-1}>
        <InSlices>
          <RolesBanner />
          <FailedJobsBanner />
        </InSlices>
        <TitleBar productName={installation.productName}>
          <InSlices placeholder={<PageSkeleton />}>
            <Outlet />
          </InSlices>
        </TitleBar>
      </main>
      <Footer installation={installation} />
      <InSlices>
        <MobileNavigation
          opened={open === 'navigation'}
          onClose={close}
          installation={installation}
        />
        <ShortcutList opened={open === 'shortcuts'} onClose={close} />
      </InSlices>
      <Suspense>{open === 'palette' && <CommandPalette onClose={close} />}</Suspense>
    </div>
  );
}
