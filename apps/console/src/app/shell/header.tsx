/** Tenant, search, running jobs, theme, notifications, user. */
import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { InSlices } from '../../components/in-slices.tsx';
import { shownKeys } from '../../components/shortcuts/shortcut-registry.ts';
import { t } from '../../texts/t.ts';
import { NotificationsMenu } from './notifications-menu.tsx';
import { RunningJobs } from './running-jobs.tsx';
import { TenantSelector } from './tenant-selector.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';
import './header.css';

interface HeaderProps {
  readonly onNavigation: () => void;
  readonly onPalette: () => void;
  readonly onShortcuts: () => void;
}

export function Header({ onNavigation, onPalette, onShortcuts }: HeaderProps) {
  return (
    <header className="header">
      <ActionIcon
        className="only-small"
        size={32}
        aria-label={t('Open navigation')}
        onClick={onNavigation}
      >
        <IconMenu2 size={18} />
      </ActionIcon>
      <TenantSelector />
      <span className="header-gap" />
      <button type="button" className="search-button" onClick={onPalette}>
        <IconSearch size={14} />
        <span>{t('Search or jump to…')}</span>
        <span className="keys">
          {shownKeys('mod+k').map((key) => (
            <kbd className="key" key={key}>
              {key}
            </kbd>
          ))}
        </span>
      </button>
      <InSlices>
        <RunningJobs />
        <ThemeSwitch />
      </InSlices>
      <InSlices>
        <NotificationsMenu />
      </InSlices>
      <InSlices>
        <UserMenu onShortcuts={onShortcuts} />
      </InSlices>
    </header>
  );
}
