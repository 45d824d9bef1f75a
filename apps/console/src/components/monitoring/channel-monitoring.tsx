/** The monitoring dialog of the chosen channel; its code is loaded at the first opening. */
import type { Channel } from '@interlude/contract';
import { lazy, Suspense } from 'react';

const MonitoringDialog = lazy(async () => ({
  default: (await import('./monitoring-dialog.tsx')).MonitoringDialog,
}));

interface ChannelMonitoringProps {
  readonly channel: Channel | undefined;
  readonly onClose: () => void;
}

export function ChannelMonitoring({ channel, onClose }: ChannelMonitoringProps) {
  return <Suspense>{channel && <MonitoringDialog channel={channel} onClose={onClose} />}</Suspense>;
}
