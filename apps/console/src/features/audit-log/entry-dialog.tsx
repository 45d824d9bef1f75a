/** An entry of the audit log: who, from where, by which route, and each row with its fields before and after. */
import type { AuditChange, AuditEntryDetail } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { inSentence, t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useAuditEntry } from './audit-log-queries.ts';
import { actionWords, actorOf, kindWord, pageOf, valueText } from './audit-words.ts';

export function EntryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: entry, error, isPending, refetch } = useAuditEntry(id);
  return (
    <Dialog
      opened
      title={entry ? titleOf(entry) : t('Entry')}
      width={860}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {isPending && (
        <p className="dimmed" role="status">
          {t('Loading')}
        </p>
      )}
      {!isPending && entry === undefined && (
        <LoadFailure
          error={error}
          notFoundText={t('There is no such entry: it may be older than the log is kept.')}
          wayOut={null}
          onRetry={() => void refetch()}
        />
      )}
      {entry && <Entry entry={entry} />}
    </Dialog>
  );
}

const titleOf = ({ action, kind, targetName, targetId }: AuditEntryDetail) =>
  `${actionWords[action]}: ${kindWord(kind)} ${targetName || targetId}`;

function Entry({ entry }: { entry: AuditEntryDetail }) {
  const page = entry.action === 'removed' ? undefined : pageOf(entry);
  return (
    <>
      <dl className="audit-facts">
        <dt>{t('Who')}</dt>
        <dd>{actorOf(entry)}</dd>
        <dt>{t('When')}</dt>
        <dd>
          <AbsoluteTime at={entry.at} />
        </dd>
        <dt>{t('From')}</dt>
        <dd className="num">{entry.network || '–'}</dd>
        <dt>{t('Route')}</dt>
        <dd>
          <code>{entry.route}</code>
        </dd>
        <dt>{t('Request')}</dt>
        <dd>
          <code>{entry.id}</code>
        </dd>
        {page !== undefined && (
          <>
            <dt>{t('Now')}</dt>
            <dd>
              <Link to={page}>{t('Open {item}', { item: inSentence(kindWord(entry.kind)) })}</Link>
            </dd>
          </>
        )}
      </dl>
      {entry.rows.map((change, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an entry never change
        <Change key={place} change={change} alone={entry.rows.length === 1} />
      ))}
    </>
  );
}

/** Of a row that was made or deleted all values are listed, except empty ones. */
function fieldsOf({ action, fields, before, after }: AuditChange) {
  if (action === 'updated') return fields;
  const values = Object.entries((action === 'created' ? after : before) ?? {});
  return values
    .filter(([, value]) => value !== '' && value !== null)
    .map(([path, value]) =>
      action === 'created' ? { path, after: value } : { path, before: value },
    );
}

function Change({ change, alone }: { change: AuditChange; alone: boolean }) {
  const name = `${actionWords[change.action]}: ${kindWord(change.kind)} ${change.targetName || change.targetId}`;
  const both = change.action === 'updated';
  const side = change.action === 'created' ? 'after' : 'before';
  const value = (held: unknown) => <code className="audit-value">{valueText(held)}</code>;
  return (
    <FactTable
      label={name}
      showLabel={!alone}
      columns={
        both
          ? [{ header: t('Field') }, { header: t('Before') }, { header: t('After') }]
          : [{ header: t('Field') }, { header: side === 'after' ? t('Value') : t('Was') }]
      }
      rows={fieldsOf(change).map((field) => ({
        cells: both
          ? [field.path, value(field.before), value(field.after)]
          : [field.path, value(field[side])],
      }))}
    />
  );
}
