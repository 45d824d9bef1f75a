import type { AuditEntry } from '@interlude/contract';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import type { Column } from '../../components/resource-table/column.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { actionWords, actorOf, fieldsText, kindWord } from './audit-words.ts';

/** The columns of the audit log; a click on the changed item opens the entry. */
export function auditColumns(onOpen: (id: string) => void): Column<AuditEntry>[] {
  return [
    {
      id: 'what',
      header: t('What'),
      hideable: false,
      phone: 'title',
      cell: (entry) => (
        <button type="button" className="audit-open" onClick={() => onOpen(entry.id)}>
          <span className="audit-action" data-action={entry.action}>
            {actionWords[entry.action]}
          </span>
          <span className="dimmed">{kindWord(entry.kind)}</span>
          {entry.targetName || entry.targetId}
        </button>
      ),
    },
    {
      id: 'fields',
      header: t('Fields'),
      width: '25%',
      phone: 'hidden',
      cell: ({ fields, changes }) => (
        <span className="audit-fields dimmed" title={fields.map(({ path }) => path).join('\n')}>
          {fieldsText(fields)}
          {changes > 1 && <span className="num"> {sentence('{changes} rows', { changes })}</span>}
        </span>
      ),
    },
    {
      id: 'user',
      header: t('Who'),
      sortable: true,
      width: '19%',
      cell: (entry) => <span>{actorOf(entry)}</span>,
    },
    {
      id: 'network',
      header: t('From'),
      width: '13%',
      phone: 'hidden',
      cell: ({ network }) => <span className="num dimmed">{network}</span>,
    },
    {
      id: 'createdAt',
      header: t('When'),
      sortable: true,
      width: '160px',
      cell: ({ at }) => (
        <span className="dimmed">
          <AbsoluteTime at={at} />
        </span>
      ),
    },
  ];
}
