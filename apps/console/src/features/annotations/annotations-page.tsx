/** Notes on the time axes of charts, as deploys. `#note` opens the form for a new one. */
import { type Annotation, annotationLimits, operators } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useSelectableChannels } from '../../components/channel-selector/use-selectable-channels.ts';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { useClock } from '../../components/reports/use-clock.ts';
import { t } from '../../texts/t.ts';
import { useNoteChanges, useNotes } from './annotation-queries.ts';
import { NoteDialog } from './note-dialog.tsx';
import './annotations-page.css';
import { sentence } from '../../texts/sentence.tsx';

const noteHash = 'note';

export function AnnotationsPage() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const { zone } = useClock();
  const { data, error, isPending, refetch } = useNotes();
  const { data: channels } = useSelectableChannels();
  const { remove } = useNoteChanges();
  const mayWrite = operators.includes(useSession().user.role);
  const show = (shown: string) =>
    void navigate({ to: '.', search: true, hash: shown, hashScrollIntoView: false });
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
  const names = new Map(channels?.map(({ id, name }) => [id, name]));
  const channelText = ({ channelIds: [id] }: Annotation) =>
    id === undefined ? t('All channels') : (names.get(id) ?? id);
  return (
    <>
      <PageHeader
        line={t(
          'What happened when, drawn on charts over time. Machines add theirs with POST /api/v2/annotations.',
        )}
        actions={
          mayWrite && (
            <Button leftSection={<IconPlus size={14} />} onClick={() => show(noteHash)}>
              {t('Add Note')}
            </Button>
          )
        }
      />
      {data.length === 0 ? (
        <div className="note">
          <p>{t('There are no notes.')}</p>
          <p className="dimmed">
            {t(
              'Changes of channels and incidents of the monitor are on the charts without a note.',
            )}
          </p>
        </div>
      ) : (
        <FactTable
          label={t('Notes')}
          columns={[
            { header: t('When') },
            { header: t('Until') },
            { header: t('Text') },
            { header: t('Channel') },
            { header: t('Added by') },
            ...(mayWrite ? [{ header: t('Actions'), className: 'right' }] : []),
          ]}
          rows={data.map((note) => ({
            cells: [
              <AbsoluteTime key="at" at={note.at} />,
              note.endsAt === null ? '' : <AbsoluteTime key="ends" at={note.endsAt} />,
              note.text,
              channelText(note),
              note.createdBy,
              <Button
                key="remove"
                variant="default"
                size="compact-sm"
                aria-label={t('Remove {text}', { text: note.text })}
                onClick={() => remove.mutate(note)}
              >
                {t('Remove')}
              </Button>,
            ],
          }))}
        />
      )}
      {data.length >= annotationLimits.listed && (
        <p className="dimmed">
          {sentence('The newest {listed} are listed.', { listed: annotationLimits.listed })}
        </p>
      )}
      {mayWrite && hash === noteHash && <NoteDialog zone={zone} onClose={() => show('')} />}
    </>
  );
}
