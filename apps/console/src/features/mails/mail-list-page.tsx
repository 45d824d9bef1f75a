/** The mailbox of an installation without a mail server: holds invitations and password resets with their links. */
import type { Mail } from '@interlude/contract/api';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useInstallation } from '../../app/shell/use-installation.ts';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import type { Column } from '../../components/resource-table/column.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { t } from '../../texts/t.ts';
import { MailDialog } from './mail-dialog.tsx';
import './mails.css';

const refreshMs = 10_000;

export function MailListPage() {
  const view = useListView();
  const { mailbox } = useInstallation();
  const [opened, setOpened] = useState<Mail>();
  const list = useResourceList<Mail>({
    resource: 'mails',
    state: view.state,
    load: (query, signal) => api(routes.mails.list, { query, signal }),
    refreshMs,
  });
  return (
    <>
      <PageHeader
        line={t('No mail server is configured: mails are stored here instead of being sent.')}
      />
      <ResourceTable
        name={t('Mails')}
        kept="mails"
        columns={mailColumns(setOpened)}
        list={list}
        view={view}
        searchLabel={t('Search recipient or subject')}
        emptyHint={
          <p className="dimmed">
            {mailbox
              ? t('Invitations, confirmations and password resets appear here.')
              : t('This installation sends mails through a mail server and stores none here.')}
          </p>
        }
      />
      {opened && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function mailColumns(onOpen: (mail: Mail) => void): Column<Mail>[] {
  return [
    {
      id: 'subject',
      header: t('Subject'),
      sortable: true,
      hideable: false,
      phone: 'title',
      cell: (mail) => (
        <button type="button" className="mail-open" onClick={() => onOpen(mail)}>
          {mail.subject}
        </button>
      ),
    },
    {
      id: 'to',
      header: t('To'),
      sortable: true,
      width: '32%',
      cell: ({ to }) => <span className="dimmed">{to}</span>,
    },
    {
      id: 'createdAt',
      header: t('Created at'),
      sortable: true,
      width: '22%',
      cell: ({ createdAt }) => (
        <span className="dimmed">
          <AbsoluteTime at={createdAt} />
        </span>
      ),
    },
  ];
}
