/** The columns of the user list (USR-001). */
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CopyId } from '../../components/copy-id.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import type { Column } from '../../components/resource-table/column.ts';
import { nameColumn } from '../../components/resource-table/standard-columns.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { type UserRow, userName } from './user-records.ts';

export const userColumns: readonly Column<UserRow>[] = [
  {
    id: 'user_id',
    header: t('ID'),
    sortable: true,
    width: '17%',
    phone: 'hidden',
    cell: ({ id }) => <CopyId id={id} />,
  },
  nameColumn((user) => (
    <>
      <Link to={paths.user} params={{ userId: user.id }}>
        {userName(user)}
      </Link>
      {user.nickname !== '' && <span className="user-email wide-only">{user.email}</span>}
    </>
  )),
  {
    id: 'email_verified',
    header: t('Is email verified?'),
    sortable: true,
    width: '16%',
    cell: ({ email_verified: verified }) =>
      verified ? (
        <span className="user-verified">
          <IconCheck size={14} />
          <span className="wide-only">{t('Yes')}</span>
          <span className="user-phone">{t('verified')}</span>
        </span>
      ) : (
        <span className="dimmed">
          <span className="wide-only">{t('No')}</span>
          <span className="user-phone">{t('not verified')}</span>
        </span>
      ),
  },
  {
    id: 'createdAt',
    header: t('Created at'),
    sortable: true,
    width: '20%',
    cell: ({ created_at: createdAt }) => (
      <span className="dimmed">
        <AbsoluteTime at={createdAt} />
      </span>
    ),
  },
];
