/** The audit log of the company. The address names the open entry: `#entry=<id>`. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { t } from '../../texts/t.ts';
import { auditColumns } from './audit-columns.tsx';
import { type AuditHash, auditHash, readAuditHash } from './audit-filter.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { useAuditLog, useExportAuditLog } from './audit-log-queries.ts';
import { EntryDialog } from './entry-dialog.tsx';
import './audit-log.css';

export function AuditLogPage() {
  const view = useListView();
  const [{ entry, ...filter }, show] = useAuditHash();
  const list = useAuditLog(view.state, filter);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader
        line={t(
          'Every change in this company: who, when, from which network, and what it was before.',
        )}
        actions={<ExportButtons filter={filter} q={view.state.q} />}
      />
      <ResourceTable
        name={t('Audit Log')}
        kept="audit log"
        columns={auditColumns((id) => show({ ...filter, entry: id }))}
        list={list}
        view={view}
        searchLabel={t('Search name, ID, person or network')}
        tools={<AuditFilterBar filter={filter} onFilter={show} />}
        emptyHint={
          <>
            <p className="dimmed">
              {isFiltered
                ? t('Nothing of this kind was changed then.')
                : t('Nothing was changed yet.')}
            </p>
            {isFiltered && (
              <Button variant="default" onClick={() => show({})}>
                {t('Show everything')}
              </Button>
            )}
          </>
        }
      />
      {entry !== undefined && <EntryDialog id={entry} onClose={() => show(filter)} />}
    </>
  );
}

/** A change of the filter returns to the first page; to open or close an entry does not. */
function useAuditHash(): [AuditHash, (hash: AuditHash) => void] {
  const current = readAuditHash(useLocation({ select: (location) => location.hash }));
  const navigate = useNavigate();
  const show = (next: AuditHash) => {
    const { entry: _was, ...before } = current;
    const { entry: _is, ...after } = next;
    const samePage = auditHash(before) === auditHash(after);
    void navigate({
      to: '.',
      search: (all) => {
        const { page: _page, ...firstPage } = all;
        return samePage ? all : firstPage;
      },
      hash: auditHash(next),
      hashScrollIntoView: false,
      resetScroll: false,
    });
  };
  return [current, show];
}

function ExportButtons({ filter, q }: { filter: AuditHash; q: string }) {
  const save = useExportAuditLog();
  return (['csv', 'json'] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload size={14} />}
      loading={save.isPending && save.variables.format === format}
      onClick={() => save.mutate({ ...filter, q, format })}
    >
      {format.toUpperCase()}
    </Button>
  ));
}
