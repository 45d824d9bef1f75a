import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failedJobsHash, paths, runningJobsHash } from '../../paths.ts';
import { landingPath, mayOpen, navigationFor, screens, settingsPath } from '../../screens.ts';
import { show, testSession } from '../../testing/show.suite.tsx';
import { onWindowResize, sidebarState, toggleSidebar, watchWindowSize } from '../ui-state.ts';
import { Banner, showsBanner } from './failed-jobs-banner.tsx';
import { Footer, versionText } from './footer.tsx';
import { Navigation } from './navigation.tsx';
import { badgeText, NotificationsButton, newNotificationsQuery } from './notifications-menu.tsx';
import { filterCommands, nextIndex } from './palette/commands.ts';
import { RunningJobsButton } from './running-jobs.tsx';
import { Sidebar } from './sidebar.tsx';
import { TenantMenu, tenantChoices } from './tenant-selector.tsx';
import { failedJobsLimit, jobsPollMs } from './use-jobs.ts';
import { initials, UserMenu } from './user-menu.tsx';

afterEach(cleanup);

const installation = {
  productName: 'Interlude',
  version: '1',
  mailbox: true,
  links: {
    support: 'https://s.example',
    imprint: 'https://i.example',
    privacy: 'https://p.example',
    company: 'https://c.example',
  },
};

describe('where a role may go', () => {
  const titles = (role: Parameters<typeof navigationFor>[0]) =>
    navigationFor(role, { mailbox: true }).flatMap((group) =>
      group.items.map((item) => item.title),
    );

  it('NAV-018 ROLE-003 ROLE-004 ROLE-011 the sidebar has only what the role may open', () => {
    expect(titles('Viewer')).toEqual(['Dashboard', 'Reports', 'Profile', 'Notifications']);
    expect(titles('Editor')).toEqual([
      ...['Dashboard', 'Reports', 'Channels', 'Assets', 'Jobs', 'Profile'],
    ]);
    expect(titles('Admin')).toEqual([
      'Dashboard',
      'Reports',
      'Channels',
      'Assets',
      'Jobs',
      'Users',
      'Account',
      'Profile',
      'Notifications',
      'Audit Log',
      'Report Settings',
    ]);
    expect(titles('SuperAdmin').at(-1)).toBe('Mailbox');
  });

  it('OP-79 ROLE-005 ROLE-009 a SuperAdmin has all items, in their order and groups', () => {
    const groups = navigationFor('SuperAdmin', { mailbox: true });
    expect(groups.map(({ title, items }) => [title, items.map((item) => item.title)])).toEqual([
      [undefined, ['Dashboard', 'Reports']],
      ['Ad Insertion', ['Channels', 'Playlists', 'Systems']],
      [undefined, ['Assets', 'Jobs', 'Workflows']],
      [
        'Settings',
        [
          'Users',
          'Account',
          'Profile',
          'Notifications',
          'Audit Log',
          'Report Settings',
          'Private Addresses',
          'Mailbox',
        ],
      ],
    ]);
  });

  it.each([
    ['ROLE-005', screens.systems, ['SuperAdmin']],
    ['ROLE-005', screens.system, ['SuperAdmin']],
    ['ROLE-012', screens.account, ['Admin', 'SuperAdmin']],
    ['ROLE-006', screens.titles, ['Admin', 'SuperAdmin', 'Editor']],
    ['ROLE-006', screens.title, ['Admin', 'SuperAdmin', 'Editor']],
    ['ROLE-006', screens.media, ['Admin', 'SuperAdmin', 'Editor']],
    ['ROLE-007', screens.jobs, ['Admin', 'SuperAdmin', 'Editor']],
    ['ROLE-007', screens.job, ['Admin', 'SuperAdmin', 'Editor']],
    ['ROLE-008', screens.playlists, ['SuperAdmin']],
    ['ROLE-008', screens.playlist, ['SuperAdmin']],
    ['ROLE-009', screens.flows, ['SuperAdmin']],
    ['ROLE-009', screens.flow, ['SuperAdmin']],
  ] as const)('%s a screen opens for its roles only', (_row, screen, allowed) => {
    const roles = ['Viewer', 'Editor', 'Admin', 'SuperAdmin'] as const;
    expect(roles.filter((role) => mayOpen(role, screen))).toEqual(
      roles.filter((role) => allowed.some((each) => each === role)),
    );
  });

  it('NAV-017 detail pages are not in the sidebar', () => {
    expect(titles('SuperAdmin')).not.toContain('Channel Details');
    expect(titles('SuperAdmin').filter((title) => title.endsWith('Details'))).toEqual([]);
  });

  it('NAV-002 settings open users for Admins and the profile for the others', () => {
    expect(settingsPath('Admin')).toBe('/app/settings/users');
    expect(settingsPath('SuperAdmin')).toBe('/app/settings/users');
    expect(settingsPath('Viewer')).toBe('/app/settings/profile');
    expect(settingsPath('Editor')).toBe('/app/settings/profile');
  });

  it('NAV-003 ROLE-015 an unknown or foreign path lands on channels, a Viewer on the dashboard', () => {
    expect(landingPath('Editor')).toBe(paths.channels);
    expect(landingPath('Viewer')).toBe(paths.dashboard);
    expect(mayOpen('Viewer', screens.channels)).toBe(false);
  });
});

describe('the sidebar', () => {
  it('NAV-013 NAV-014 has collapsible groups, the logo and items with icons', async () => {
    const { container } = await show(<Sidebar installation={installation} />);
    const group = screen.getByRole('button', { name: 'Ad Insertion' });
    expect(container.querySelector('.sidebar-brand svg')).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Channels' }).querySelector('svg')).not.toBeNull();
    await userEvent.click(group);
    expect(group.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('link', { name: 'Channels' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Settings' })).toBeDefined();
  });

  it('PLY-005 playlists are marked alpha', async () => {
    await show(<Navigation installation={installation} />, {
      user: { ...testSession.user, role: 'SuperAdmin' },
    });
    const link = await screen.findByRole('link', { name: 'Playlists' });
    expect(link.parentElement?.textContent).toBe('Playlistsalpha');
  });

  it('NAV-009 the support link opens a new tab', async () => {
    await show(<Sidebar installation={installation} />);
    const link = screen.getByRole('link', { name: 'Support' });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
  });

  it('NAV-018 shows a Viewer what a Viewer may open', async () => {
    const user = {
      id: 'u',
      name: 'V',
      email: '',
      company: 't1',
      companies: ['t1'],
      roles: {},
      role: 'Viewer',
    } as const;
    await show(<Navigation installation={installation} />, { user });
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Reports',
      'Profile',
      'Notifications',
    ]);
  });
});

describe('shared state of the window', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('NAV-015 NAV-016 DATA-038 the mini toggle sets the hover-catch flag after 300 ms', () => {
    sidebarState.set({ mini: false, hoverCatch: false });
    toggleSidebar();
    expect(sidebarState.get()).toEqual({ mini: true, hoverCatch: false });
    vi.advanceTimersByTime(299);
    expect(sidebarState.get().hoverCatch).toBe(false);
    vi.advanceTimersByTime(1);
    expect(sidebarState.get()).toEqual({ mini: true, hoverCatch: true });
    toggleSidebar();
    expect(sidebarState.get()).toEqual({ mini: false, hoverCatch: false });
  });

  it('NAV-029 a resize counts once the window was quiet for 500 ms', () => {
    const sizes: number[] = [];
    const stop = watchWindowSize(window);
    const forget = onWindowResize(({ width }) => sizes.push(width));
    window.dispatchEvent(new Event('resize'));
    vi.advanceTimersByTime(400);
    window.dispatchEvent(new Event('resize'));
    vi.advanceTimersByTime(499);
    expect(sizes).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sizes).toEqual([window.innerWidth]);
    forget();
    stop();
  });
});

describe('the header', () => {
  it("NAV-004 lists the user's companies and selects one", async () => {
    const chosen: string[] = [];
    const tenants = tenantChoices(
      ['t1', 't2'],
      new Map([
        ['t1', 'Acme'],
        ['t2', 'Nord'],
      ]),
    );
    await show(<TenantMenu tenants={tenants} selected="t1" onSelect={(id) => chosen.push(id)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Tenant Acme' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Nord' }));
    expect(chosen).toEqual(['t2']);
  });

  it('NAV-006 the badge shows the count, 9+ above nine', () => {
    expect([0, 1, 9, 10, 120].map(badgeText)).toEqual(['', '1', '9', '9+', '9+']);
  });

  it('NAV-007 asks for ten new notifications', () => {
    expect(newNotificationsQuery).toMatchObject({ status: 'new', limit: 10 });
  });

  it.each([true, false])(
    "NAV-005 '... View All' is there unless the role may not: %s",
    async (withLink) => {
      await show(<NotificationsButton notifications={[]} count={10} withLink={withLink} />);
      await userEvent.click(screen.getByRole('button', { name: 'Notifications, 9+ new' }));
      await screen.findByText('Nothing new.');
      const link = screen.queryByRole('menuitem', { name: '... View All' });
      expect(link?.getAttribute('href') ?? null).toBe(
        withLink ? '/app/settings/notifications' : null,
      );
    },
  );

  it('NAV-025 the running-jobs counter is grey at 0 and active otherwise', async () => {
    const { container } = await show(
      <>
        <RunningJobsButton count={0} onOpen={() => undefined} />
        <RunningJobsButton count={2} onOpen={() => undefined} />
      </>,
    );
    const active = [...container.querySelectorAll<HTMLElement>('.running-jobs')].map(
      (b) => b.dataset['active'],
    );
    expect(active).toEqual([undefined, 'true']);
  });

  it('NAV-026 the counter opens jobs since now minus 59970 ms', () => {
    expect(runningJobsHash(1_000_000)).toBe('status=running&time=940030');
  });

  it('names the user by two letters', () => {
    expect([initials('Jane Kay'), initials('admin@interlude.local')]).toEqual(['JK', 'AI']);
  });
});

it('NAV-008 the label of the user menu contains the initials that are seen (WCAG 2.5.3)', async () => {
  await show(<UserMenu onShortcuts={() => undefined} />);
  const button = screen.getByRole('button', { name: 'User menu of Jane Kay, JK' });
  expect(button.textContent).toBe('JK');
});

describe('the failed-jobs banner', () => {
  it('NAV-021 NAV-023 appears for a new non-zero count and stays closed until it changes', () => {
    expect(showsBanner(undefined, undefined)).toBe(false);
    expect(showsBanner(0, undefined)).toBe(false);
    expect(showsBanner(3, undefined)).toBe(true);
    expect(showsBanner(3, 3)).toBe(false);
    expect(showsBanner(4, 3)).toBe(true);
  });

  it('NAV-022 NAV-024 links to the failed jobs and can be closed', async () => {
    await show(<Banner count={3} />);
    const link = screen.getByRole('link', {
      name: 'One or more jobs failed. Investigate the errors!',
    });
    expect(link.getAttribute('href')).toBe('/app/jobs#status=failed');
    expect(failedJobsHash).toBe('status=failed');
    await userEvent.click(screen.getByRole('button', { name: 'Close banner' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('NAV-027 NAV-028 polls every 10 s for at most ten, for operators only', () => {
    expect([jobsPollMs, failedJobsLimit]).toEqual([10_000, 10]);
    expect(mayOpen('Viewer', screens.jobs)).toBe(false);
    expect(mayOpen('Editor', screens.jobs)).toBe(true);
  });
});

describe('the footer', () => {
  it('NAV-010 NAV-011 NAV-012 has links, version with build time and copyright', async () => {
    const { container } = await show(<Footer installation={installation} />);
    for (const name of ['Imprint', 'Privacy Statement', 'Company']) {
      expect(screen.getByRole('link', { name }).getAttribute('rel')).toBe('noopener');
    }
    expect(versionText('2.199.0', '2026-01-02T03:04:05.000Z')).toBe(
      'v2.199.0 · built 2026-01-02 03:04 UTC',
    );
    expect(container.textContent).toMatch(/© \d{4} Interlude/);
  });
});

describe('the palette', () => {
  const command = (label: string, searched = false) => ({
    id: label,
    group: '',
    label,
    searched,
    run: () => undefined,
  });

  it('finds by every word and moves in a ring', () => {
    const all = [command('Users'), command('Add Channel'), command('News 24', true)];
    expect(filterCommands(all, 'chan add').map(({ label }) => label)).toEqual([
      'Add Channel',
      'News 24',
    ]);
    expect([
      nextIndex('ArrowDown', 2, 3),
      nextIndex('ArrowUp', 0, 3),
      nextIndex('x', 0, 3),
    ]).toEqual([0, 2, undefined]);
  });
});
