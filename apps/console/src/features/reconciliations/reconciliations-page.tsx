/** Compares files of ad servers with the figures of the platform. The address names the shown file: `#` and its ID. */
import { admins } from '@interlude/contract';
import { Button, FileButton, Progress } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { errorText } from '../../api/api-error.ts';
import { useSession } from '../../app/session.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { confirm } from '../../components/confirm/dialogs.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { useClock } from '../../components/reports/use-clock.ts';
import { known, t } from '../../texts/t.ts';
import { ComparisonResult } from './comparison-result.tsx';
import { FileList, isRunning } from './file-list.tsx';
import { MappingForm } from './mapping-form.tsx';
import {
  useReconciliation,
  useReconciliationChanges,
  useReconciliations,
} from './reconciliation-queries.ts';
import './reconciliations.css';
import { sentence } from '../../texts/sentence.tsx';

export function ReconciliationsPage() {
  const shown = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const { zone } = useClock();
  const { data, error, isPending, refetch } = useReconciliations();
  const show = (id: string) =>
    void navigate({ to: '.', search: true, hash: id, hashScrollIntoView: false });
  const changes = useReconciliationChanges(show);
  const { role } = useSession().user;
  const mayChange = admins.some((one) => one === role);
  if (isPending) return <PageSkeleton />;
  if (data === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={t('Not found')}
        wayOut={null}
        onRetry={() => void refetch()}
      />
    );
  }
  const { upload } = changes;
  return (
    <>
      <PageHeader
        line={t(
          'Impressions in a CSV of an ad server against those counted here. Times in {zone}.',
          { zone },
        )}
        actions={
          mayChange && (
            <FileButton
              accept=".csv,.txt,.tsv,text/csv"
              onChange={(file) => file && upload.mutate(file)}
            >
              {(props) => (
                <Button
                  {...props}
                  leftSection={<IconUpload size={14} />}
                  loading={upload.isPending}
                >
                  {t('Upload CSV')}
                </Button>
              )}
            </FileButton>
          )
        }
      />
      {upload.error && (
        <p className="recon-problem bad" role="alert">
          {errorText(upload.error)}
        </p>
      )}
      {data.length === 0 ? (
        <div className="note">
          <p>{t('Nothing was compared yet.')}</p>
          <p className="dimmed">
            {sentence('Export impressions by creative and hour from your ad server, then {text}', {
              text: mayChange
                ? t('upload the CSV here.')
                : t('ask an Admin to upload the CSV here.'),
            })}
          </p>
        </div>
      ) : (
        <FileList files={data} shown={shown} />
      )}
      {shown !== '' && (
        <Comparison key={shown} id={shown} changes={changes} mayChange={mayChange} />
      )}
    </>
  );
}

interface ComparisonProps {
  readonly id: string;
  readonly mayChange: boolean;
  readonly changes: ReturnType<typeof useReconciliationChanges>;
}

function Comparison({ id, mayChange, changes }: ComparisonProps) {
  const { data, error, isPending, refetch } = useReconciliation(id);
  if (isPending) return <PageSkeleton />;
  if (data === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={t('The comparison does not exist.')}
        wayOut={null}
        onRetry={() => void refetch()}
      />
    );
  }
  const { name, state, progress, problem, result } = data;
  const remove = async () => {
    if (await confirm({ text: t('{name} and its result are removed.', { name }) }))
      changes.remove.mutate(id);
  };
  return (
    <section className="recon" aria-labelledby="comparison">
      <header>
        <h2 id="comparison">{name}</h2>
        {mayChange && (
          <Button
            variant="default"
            loading={changes.remove.isPending}
            onClick={() => void remove()}
          >
            {t('Remove')}
          </Button>
        )}
      </header>
      {problem !== null && (
        <p className="recon-problem bad" role="alert">
          {known(problem)}
        </p>
      )}
      {(state === 'mapping' || state === 'failed') &&
        (mayChange ? (
          <MappingForm
            file={data}
            isStarting={changes.start.isPending}
            onStart={(mapping) => changes.start.mutate({ id, mapping })}
          />
        ) : (
          <p className="note">{t('An Admin has to name the columns of this file.')}</p>
        ))}
      {isRunning(state) && (
        <>
          <p className="dimmed" role="status">
            {state === 'waiting' ? t('Waits for its turn.') : t('Hours are counted and compared.')}
          </p>
          <Progress value={Math.max(progress, 5)} aria-label={t('Comparison')} animated />
        </>
      )}
      {result !== null && <ComparisonResult result={result} name={name} />}
    </section>
  );
}
