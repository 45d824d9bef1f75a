/** Creates or edits a system (SYS-002 to SYS-012). */
import type { System } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { errorText, hasStatus } from '../../api/api-error.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { text } from '../../messages.ts';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { SystemFacts } from './system-facts.tsx';
import { SystemForm } from './system-form.tsx';
import { useSystem } from './system-queries.ts';

export function SystemPage() {
  const { systemId = newId } = useParams({ strict: false });
  return systemId === newId ? <NewSystem key="new" /> : <EditSystem key={systemId} id={systemId} />;
}

function NewSystem() {
  const navigate = useNavigate();
  const open = useCallback(
    ({ id }: System) =>
      void navigate({ to: paths.system, params: { systemId: id }, replace: true }),
    [navigate],
  );
  return (
    <>
      <PageHeader line={t('An encoder, a storage, a CDN or an SSAI cluster.')} actions={<Back />} />
      <SystemForm onSaved={open} />
    </>
  );
}

function EditSystem({ id }: { id: string }) {
  const { data: system, error, isPending, refetch } = useSystem(id);
  if (isPending) return <PageSkeleton />;
  if (system === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader line={system.name} actions={<Back />} />
      <SystemFacts system={system} />
      <SystemForm
        system={system}
        onSaved={() => undefined}
        onReload={async () => (await refetch({ throwOnError: true })).data}
      />
    </>
  );
}

function Back() {
  return (
    <Button variant="default" renderRoot={(props) => <Link to={paths.systems} {...props} />}>
      {t('Back')}
    </Button>
  );
}

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = hasStatus(error, 404);
  return (
    <div className="note" role="alert">
      <p className="bad">
        {missing ? text('systemNotFound') : text('loadFailed', { message: errorText(error) })}
      </p>
      {missing ? (
        <Button variant="default" renderRoot={(props) => <Link to={paths.systems} {...props} />}>
          {t('All systems')}
        </Button>
      ) : (
        <Button variant="default" onClick={onRetry}>
          {t('Retry')}
        </Button>
      )}
    </div>
  );
}
