/** The "Add …" commands of the palette, by role. */
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { newId, paths } from '../../../paths.ts';
import { mayOpen, type Screen, screens } from '../../../screens.ts';
import { t } from '../../../texts/t.ts';
import { useSession } from '../../session.ts';
import type { Command } from './commands.ts';

export function useAddCommands(): Command[] {
  const { user } = useSession();
  const navigate = useNavigate();
  const additions: readonly [string, Screen, () => Promise<void>][] = [
    [
      t('Channel'),
      screens.channel,
      () => navigate({ to: paths.channel, params: { channelId: newId } }),
    ],
    [
      t('Playlist'),
      screens.playlist,
      () => navigate({ to: paths.playlist, params: { playlistId: newId } }),
    ],
    [
      t('System'),
      screens.system,
      () => navigate({ to: paths.system, params: { systemId: newId } }),
    ],
    [t('Asset'), screens.title, () => navigate({ to: paths.title, params: { assetId: newId } })],
    [t('Workflow'), screens.flow, () => navigate({ to: paths.flow, params: { flowId: newId } })],
  ];
  return additions
    .filter(([, screen]) => mayOpen(user.role, screen))
    .map(([noun, screen, open]) => ({
      id: `add ${screen.path}`,
      group: t('Actions'),
      label: t('Add {noun}', { noun }),
      icon: <IconPlus size={15} />,
      run: () => void open(),
    }));
}
