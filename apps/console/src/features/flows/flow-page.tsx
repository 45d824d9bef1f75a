/** Creates or edits a workflow (FLOW-002 to FLOW-005). */
import type { Flow } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { text } from '../../messages.ts';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { FlowForm } from './flow-form.tsx';
import { useFlow } from './flow-queries.ts';

export function FlowPage() {
  const { flowId = newId } = useParams({ strict: false });
  return flowId === newId ? <NewFlow key="new" /> : <EditFlow key={flowId} id={flowId} />;
}

function NewFlow() {
  const navigate = useNavigate();
  const open = useCallback(
    ({ id }: Flow) => void navigate({ to: paths.flow, params: { flowId: id }, replace: true }),
    [navigate],
  );
  return (
    <>
      <PageHeader
        line={t(
          'Starts as a copy of the workflow that conditions ads. Remove the tasks that you do not need.',
        )}
        actions={<Back />}
      />
      <FlowForm onSaved={open} />
    </>
  );
}

function EditFlow({ id }: { id: string }) {
  const { data: flow, error, isPending, refetch } = useFlow(id);
  if (isPending) return <PageSkeleton />;
  if (flow === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={text('flowNotFound')}
        wayOut={
          <Button variant="default" renderRoot={(props) => <Link to={paths.flows} {...props} />}>
            {t('All workflows')}
          </Button>
        }
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <PageHeader line={flow.name} actions={<Back />} />
      <FlowFacts flow={flow} />
      <FlowForm
        flow={flow}
        onSaved={() => undefined}
        onReload={async () => (await refetch({ throwOnError: true })).data}
      />
    </>
  );
}

function FlowFacts({ flow }: { flow: Flow }) {
  return (
    <dl className="settings-facts flow-facts">
      <div>
        <dt>{t('ID')}</dt>
        <dd>
          <CopyId id={flow.id} />
        </dd>
      </div>
      <div>
        <dt>{t('Created at')}</dt>
        <dd>
          <AbsoluteTime at={flow.createdAt} />
        </dd>
      </div>
      <div>
        <dt>{t('Last saved')}</dt>
        <dd>
          <AbsoluteTime at={flow.updatedAt} />
        </dd>
      </div>
    </dl>
  );
}

function Back() {
  return (
    <Button variant="default" renderRoot={(props) => <Link to={paths.flows} {...props} />}>
      {t('Back')}
    </Button>
  );
}
