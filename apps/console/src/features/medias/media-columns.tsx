/** The columns of the media list (MED-001, MED-002). */
import type { Media } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../components/copy-id.tsx';
import type { Column } from '../../components/resource-table/column.ts';
import { idColumn, nameColumn } from '../../components/resource-table/standard-columns.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { mediaDate, mediaTypeLabels } from './media-words.ts';

/** @param titleId asset of the page: the links lead to media pages below it */
export function mediaColumns(titleId: string): Column<Media>[] {
  return [
    nameColumn(({ id, name }) => (
      <Link
        to={paths.media}
        params={{ assetId: titleId, mediaId: id }}
        title={name}
        className="media-name"
      >
        {name}
      </Link>
    )),
    {
      id: 'type',
      header: t('Type'),
      sortable: true,
      width: '10%',
      cell: ({ type }) => <span className="dimmed">{mediaTypeLabels[type]}</span>,
    },
    idColumn('16%', t('Media ID')),
    {
      id: 'createdAt',
      header: t('Created'),
      sortable: true,
      width: '10%',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="dimmed num">
          {mediaDate(createdAt)}
        </time>
      ),
    },
    {
      id: 'url',
      header: t('URL'),
      width: '30%',
      phone: 'hidden',
      cell: ({ name, url }) => (
        <span className="media-url">
          <span className="mono" title={url}>
            {url}
          </span>
          <CopyButton value={url} label={t('Copy URL of {name}', { name })} />
        </span>
      ),
    },
  ];
}
