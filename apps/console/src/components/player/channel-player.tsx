/** The player of the current channel (CHL-004), mounted once per page. */
import { lazy, Suspense } from 'react';
import { useStore } from '../../app/store.ts';
import { currentChannel } from '../../app/ui-state.ts';

const PlayerDialog = lazy(async () => ({
  default: (await import('./player-dialog.tsx')).PlayerDialog,
}));

export function ChannelPlayer() {
  const playing = useStore(currentChannel);
  return (
    <Suspense>
      {playing && <PlayerDialog channel={playing} onClose={() => currentChannel.set(undefined)} />}
    </Suspense>
  );
}
