/** The landing page: today's figures, the enabled channels, and the first steps of a new installation. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { errorText } from '../../api/api-error.ts';
import { useSession } from '../../app/session.ts';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { ChannelPlayer } from '../../components/player/channel-player.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useChannelSummary } from '../../components/use-channel-summary.ts';
import { text } from '../../messages.ts';
import { newId, paths } from '../../paths.ts';
import { mayOpen, screens } from '../../screens.ts';
import './dashboard.css';
import { EnabledChannels } from './enabled-channels.tsx';
import { FirstSteps } from './first-steps.tsx';
import { KpiStrip } from './kpi-strip.tsx';
import { firstSteps, kpis } from './overview.ts';
import { useEnabledChannels } from './overview-queries.ts';

export function DashboardPage() {
  const operates = mayOpen(useSession().user.role, screens.channels);
  const summary = useChannelSummary();
  const channels = useEnabledChannels();
  const { data } = summary;
  const enabled = channels.data?.total;
  const failed = summary.error ?? channels.error;
  const retry = () => void Promise.all([summary.refetch(), channels.refetch()]);
  const steps = data && enabled !== undefined ? firstSteps(data, enabled) : [];
  return (
    <>
      <PageHeader
        line={data && <AsOf at={data.asOf} />}
        actions={
          operates &&
          enabled !== undefined &&
          enabled > 0 && (
            <Button
              variant="default"
              renderRoot={(props) => <Link to={paths.channels} {...props} />}
            >
              All channels
            </Button>
          )
        }
      />
      {failed && <LoadFailure error={failed} onRetry={retry} />}
      {(data || !failed) && <KpiStrip kpis={data && kpis(data, enabled)} />}
      {steps.length > 0 && (
        <FirstSteps
          steps={steps}
          action={operates ? <StepAction added={steps[0]?.done === true} /> : undefined}
        />
      )}
      {steps.length === 0 && (channels.data || !channels.error) && (
        <EnabledChannels
          channels={channels.data?.rows}
          total={channels.data?.total ?? 0}
          operates={operates}
        />
      )}
      <ChannelPlayer />
    </>
  );
}

function AsOf({ at }: { at: string | null }) {
  if (at === null) return 'No sessions yet.';
  return (
    <>
      Today, as of <RelativeTime at={at} />
    </>
  );
}

/** The next step: add the first channel, or enable one in the list. */
function StepAction({ added }: { added: boolean }) {
  return added ? (
    <Button renderRoot={(props) => <Link to={paths.channels} {...props} />}>Open channels</Button>
  ) : (
    <Button
      renderRoot={(props) => <Link to={paths.channel} params={{ channelId: newId }} {...props} />}
    >
      Add Channel
    </Button>
  );
}

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="note" role="alert">
      <p className="bad">{text('fetchFailed', { err: errorText(error) })}</p>
      <Button variant="default" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
