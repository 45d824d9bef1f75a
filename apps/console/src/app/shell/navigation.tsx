/** The navigation items of the sidebar, and of the drawer on small screens. */
import {
  IconBell,
  IconBroadcast,
  IconChartBar,
  IconChartHistogram,
  IconChevronDown,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconMovie,
  IconNetwork,
  IconPlaylist,
  IconPoint,
  IconRoute,
  IconServer2,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type NavigationGroup, navigationFor, type Screen, screens } from '../../screens.ts';
import { t } from '../../texts/t.ts';
import { useSession } from '../session.ts';
import type { Installation } from './use-installation.ts';
import './navigation.css';

const icons = new Map<Screen, typeof IconBell>([
  [screens.dashboard, IconLayoutDashboard],
  [screens.reports, IconChartBar],
  [screens.channels, IconBroadcast],
  [screens.playlists, IconPlaylist],
  [screens.systems, IconServer2],
  [screens.titles, IconMovie],
  [screens.jobs, IconListCheck],
  [screens.flows, IconRoute],
  [screens.users, IconUsers],
  [screens.account, IconKey],
  [screens.profile, IconUserCircle],
  [screens.notifications, IconBell],
  [screens.auditLog, IconHistory],
  [screens.reportSettings, IconChartHistogram],
  [screens.egressGrants, IconNetwork],
  [screens.mails, IconMail],
]);

export function Navigation({ installation }: { installation: Installation }) {
  const { user } = useSession();
  return (
    <nav className="navigation" aria-label={t('Main')}>
      {navigationFor(user.role, installation).map((group) => (
        <Group key={group.title ?? group.items[0]?.path} group={group} />
      ))}
    </nav>
  );
}

function Group({ group }: { group: NavigationGroup }) {
  const [opened, setOpened] = useState(true);
  return (
    <div className="navigation-group" data-alone={group.title === undefined || undefined}>
      {group.title !== undefined && (
        <button
          type="button"
          className="navigation-title"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <span>{group.title}</span>
          <IconChevronDown size={13} />
        </button>
      )}
      {opened && (
        <ul>
          {group.items.map((screen) => (
            <li key={screen.path}>
              <Item screen={screen} />
              {screen.mark && <span className="alpha-mark">{screen.mark}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Item({ screen }: { screen: Screen }) {
  const Icon = icons.get(screen) ?? IconPoint;
  return (
    <Link to={screen.path} className="navigation-item" activeProps={{ 'aria-current': 'page' }}>
      <Icon size={17} stroke={1.6} />
      <span>{screen.title}</span>
    </Link>
  );
}
