/** Channels whose source exceeds a budget, shown where an operator looks for the reason (SEC-S55). */
import type { SourceRefusal } from '@interlude/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { absoluteTime } from '../../components/time.ts';
import { text } from '../../messages.ts';
import { known } from '../../texts/t.ts';
import './channels.css';

const refreshMs = 60_000;

/** Refusals by id of the channel. */
export function useSourceRefusals(): ReadonlyMap<string, SourceRefusal> {
  const { tenant } = useSession();
  const { data } = useQuery({
    queryKey: [tenant, 'channels', 'source-refusals'],
    queryFn: ({ signal }) => api(routes.channels.sourceRefusals, { signal }),
    refetchInterval: refreshMs,
  });
  return new Map(data?.refusals.map((refusal) => [refusal.channelId, refusal]));
}

/** The mark beside the channel's name in the list. */
export function RefusalMark({ refusal }: { refusal: SourceRefusal }) {
  return (
    <span className="refusal-mark" title={known(refusal.message)}>
      <IconAlertTriangle size={14} aria-hidden />
      {text('sourceTooLarge')}
    </span>
  );
}

/** The note above the settings of the channel. */
export function RefusalNote({ channelId }: { channelId: string }) {
  const refusal = useSourceRefusals().get(channelId);
  if (refusal === undefined) return null;
  const { message, address, since } = refusal;
  return (
    <div className="refusal-note" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <div>
        <p>
          <strong>{text('sourceTooLarge')}.</strong> {known(message)}
        </p>
        <p className="dimmed">
          <span className="mono">{address}</span>, {absoluteTime(since)}
        </p>
      </div>
    </div>
  );
}
