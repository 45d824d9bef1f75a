/** An entry of the audit log: who, from where, by which route, and each row with its fields before and after. */
import type { AuditChange, AuditEntryDetail } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAuditEntry } from './audit-log-queries.ts';
import { actionWords, actorOf, kindWord, pageOf, valueText } from './audit-words.ts';

export function EntryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: entry, error, isPending, refetch } = useAuditEntry(id);
  return (
    <Dialog
      opened
      title={entry ? titleOf(entry) : 'Entry'}
      width={860}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {isPending && (
        <p className="dimmed" role="status">
          Loading
        </p>
      )}
      {!isPending && entry === undefined && (
        <LoadFailure
          error={error}
          notFoundText="There is no such entry: it may be older than the log is kept."
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
        <dt>Who</dt>
        <dd>{actorOf(entry)}</dd>
        <dt>When</dt>
        <dd>
          <AbsoluteTime at={entry.at} />
        </dd>
        <dt>From</dt>
        <dd className="num">{entry.network || '–'}</dd>
        <dt>Route</dt>
        <dd>
          <code>{entry.route}</code>
        </dd>
        <dt>Request</dt>
        <dd>
          <code>{entry.id}</code>
        </dd>
        {page !== undefined && (
          <>
            <dt>Now</dt>
            <dd>
              <Link to={page}>Open {kindWord(entry.kind).toLowerCase()}</Link>
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

/** A row that was made or deleted is shown with what it held. */
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
          ? [{ header: 'Field' }, { header: 'Before' }, { header: 'After' }]
          : [{ header: 'Field' }, { header: side === 'after' ? 'Value' : 'Was' }]
      }
      rows={fieldsOf(change).map((field) => ({
        cells: both
          ? [field.path, value(field.before), value(field.after)]
          : [field.path, value(field[side])],
      }))}
    />
  );
}
