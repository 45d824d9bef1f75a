/** Ctrl/Cmd+K: screens, actions, and channels by name or id. Loaded at its first use. */
import { IconBroadcast, IconCornerDownLeft, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react';
import { api } from '../../../api/api.ts';
import { routes } from '../../../api/contract-routes.ts';
import { paths } from '../../../paths.ts';
import { mayOpen, navigationFor, screens } from '../../../screens.ts';
import { t } from '../../../texts/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSession } from '../../session.ts';
import { toggleSidebar } from '../../ui-state.ts';
import './command-palette.css';
import { useThemeSwitch } from '../theme-switch.tsx';
import { useInstallation } from '../use-installation.ts';
import { type Command, filterCommands, nextIndex } from './commands.ts';
import { useAddCommands } from './use-add-commands.tsx';

const shownChannels = 6;

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const commands = useCommands(typed);
  const shown = filterCommands(commands, typed);
  const [selected, setSelected] = useState(0);
  const listId = useId();
  const active = Math.min(selected, shown.length - 1);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(shown[active]);
    const next = nextIndex(event.key, active, shown.length);
    if (next === undefined) return;
    event.preventDefault();
    setSelected(next);
  };
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, listId]);
  return (
    <Dialog opened title={t('Search or jump to')} onClose={onClose} width={600} className="palette">
      <div className="palette-input">
        <IconSearch size={16} />
        <input
          role="combobox"
          aria-label={t('Search or jump to')}
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
          placeholder={t('Screens, actions, channels by name or ID')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <CommandList id={listId} commands={shown} active={active} onRun={run} />
    </Dialog>
  );
}

interface CommandListProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly active: number;
  readonly onRun: (command: Command) => void;
}

function CommandList({ id, commands, active, onRun }: CommandListProps) {
  return (
    <>
      {commands.length === 0 && (
        <p className="palette-empty" role="status">
          {t('Nothing found.')}
        </p>
      )}
      <div id={id} role="listbox" aria-label={t('Results')} className="palette-list">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox above
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
          <div
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="palette-item"
            data-first={command.group !== commands[index - 1]?.group ? command.group : undefined}
            onClick={() => onRun(command)}
          >
            {command.icon}
            <span>{command.label}</span>
            {command.detail !== undefined && <span className="mono">{command.detail}</span>}
            {index === active && <IconCornerDownLeft size={14} className="palette-enter" />}
          </div>
        ))}
      </div>
    </>
  );
}

function useCommands(typed: string): Command[] {
  const { user } = useSession();
  const installation = useInstallation();
  const navigate = useNavigate();
  const theme = useThemeSwitch();
  const channels = useChannelCommands(typed);
  const additions = useAddCommands();
  const pages = navigationFor(user.role, installation)
    .flatMap((group) => group.items)
    .map((screen) => ({
      id: screen.path,
      group: t('Go to'),
      label: screen.title,
      run: () => void navigate({ to: screen.path }),
    }));
  return [
    ...channels,
    ...pages,
    ...additions,
    {
      id: 'theme',
      group: t('Actions'),
      label: t('Change theme ({label})', { label: theme.label }),
      run: theme.change,
    },
    { id: 'fold', group: t('Actions'), label: t('Fold or unfold the sidebar'), run: toggleSidebar },
  ];
}

/** Channels come from the server: it searches names and ids of all pages. */
function useChannelCommands(typed: string): Command[] {
  const { tenant, user } = useSession();
  const navigate = useNavigate();
  const search = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: [tenant, 'channels', 'palette', search],
    queryFn: ({ signal }) =>
      api(routes.channels.list, { query: { search, limit: shownChannels, sort: 'name' }, signal }),
    enabled: search !== '' && mayOpen(user.role, screens.channel),
    placeholderData: (previous) => previous,
  });
  if (search === '') return [];
  return (data ?? []).map(({ id, name }) => ({
    id,
    group: t('Channels'),
    label: name,
    detail: id,
    searched: true,
    icon: <IconBroadcast size={15} />,
    run: () => void navigate({ to: paths.channel, params: { channelId: id } }),
  }));
}
