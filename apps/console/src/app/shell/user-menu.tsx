/** Profile, shortcuts, theme on small screens, Logout (NAV-008). */
import { Menu } from '@mantine/core';
import { IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { logout } from '../../api/logout.ts';
import { screens } from '../../screens.ts';
import { t } from '../../texts/t.ts';
import { useSession } from '../session.ts';
import { useThemeSwitch } from './theme-switch.tsx';

/** Two letters for the round button. */
export function initials(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

export function UserMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { user } = useSession();
  const theme = useThemeSwitch();
  const shown = user.name || user.email;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <button
          type="button"
          className="user-button"
          aria-label={t('User menu of {shown}, {shown2}', { shown, shown2: initials(shown) })}
        >
          {initials(shown)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="menu-note">
          <p>{shown}</p>
          <span>
            {user.name === '' ? '' : `${user.email} · `}
            {user.role}
          </span>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserCircle size={15} />}
          renderRoot={(props) => <Link to={screens.profile.path} {...props} />}
        >
          {t('Profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={15} />} onClick={onShortcuts}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        <Menu.Item
          className="only-small"
          leftSection={<theme.Icon size={15} />}
          closeMenuOnClick={false}
          onClick={theme.change}
        >
          {theme.label}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void logout()}>
          {t('Logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
