/** The timeline of a channel in a dialog (CHL-012). Loaded at the first opening. */
import type { Channel } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useRefreshMonitoring } from './monitoring-queries.ts';
import { type MonitoringPlace, MonitoringView } from './monitoring-view.tsx';

interface MonitoringDialogProps {
  readonly channel: Pick<Channel, 'id' | 'name' | 'type'>;
  readonly onClose: () => void;
}

export function MonitoringDialog({ channel, onClose }: MonitoringDialogProps) {
  const [place, setPlace] = useState<MonitoringPlace>({});
  const refresh = useRefreshMonitoring(channel.id);
  return (
    <Dialog
      opened
      title={t('Monitoring: {name}', { name: channel.name })}
      onClose={onClose}
      width={1480}
      className="monitoring-dialog"
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconExternalLink size={14} />}
            className="monitoring-page-link"
            renderRoot={(props) => (
              <Link
                to={paths.channelMonitoring}
                params={{ channelId: channel.id }}
                search={place}
                {...props}
              />
            )}
          >
            {t('Open as a page')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconRefresh size={14} />}
            onClick={() => void refresh()}
          >
            {t('Refresh')}
          </Button>
          <Button onClick={onClose}>{t('Close')}</Button>
        </>
      }
    >
      <MonitoringView channel={channel} place={place} onPlace={setPlace} />
    </Dialog>
  );
}
