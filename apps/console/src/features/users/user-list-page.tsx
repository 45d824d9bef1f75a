/** The users of the company; the invitation is a sub-screen at the same path (USR-001, USR-002). */
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { DeleteAction, EditAction } from '../../components/resource-table/row-actions.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { InviteUser } from './invite-user.tsx';
import { PendingInvitations } from './pending-invitations.tsx';
import { userColumns } from './user-columns.tsx';
import { useInviteUser, useRemoveUser, useUserList } from './user-queries.ts';
import { type UserRow, userName } from './user-records.ts';
import './users.css';

/** The hash that shows the sub-screen: Back leaves it, the route stays. */
const inviteHash = 'invite';

export function UserListPage() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const invite = useInviteUser();
  const show = (shown: string) =>
    void navigate({ to: '.', search: true, hash: shown, hashScrollIntoView: false });
  return hash === inviteHash ? (
    <>
      <InviteUser invite={invite} onLeave={() => show('')} />
      <PendingInvitations />
    </>
  ) : (
    <UserList onInvite={() => show(inviteHash)} />
  );
}

function UserList({ onInvite }: { onInvite: () => void }) {
  const view = useListView();
  const list = useUserList(view.state);
  const remove = useRemoveUser();
  const { user } = useSession();
  const inviteButton = (
    <Button leftSection={<IconUserPlus size={14} />} onClick={onInvite}>
      {t('Invite User')}
    </Button>
  );
  return (
    <>
      <PageHeader line={t('All users of this company.')} actions={inviteButton} />
      <ResourceTable
        name={t('Users')}
        kept="users"
        columns={userColumns}
        list={list}
        view={view}
        searchLabel={t('Search name, e-mail or ID')}
        rowActions={(row) => (
          <UserRowActions row={row} own={row.id === user.id} onDelete={() => void remove(row)} />
        )}
      />
    </>
  );
}

interface UserRowActionsProps {
  readonly row: UserRow;
  /** The user's own row. */
  readonly own: boolean;
  readonly onDelete: () => void;
}

export function UserRowActions({ row, own, onDelete }: UserRowActionsProps) {
  const name = userName(row);
  return (
    <>
      <EditAction
        name={name}
        link={(root) => <Link to={paths.user} params={{ userId: row.id }} {...root} />}
      />
      <DeleteAction
        name={name}
        refusal={own ? t('You cannot remove yourself') : undefined}
        onDelete={onDelete}
      />
    </>
  );
}
