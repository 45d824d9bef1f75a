/** Play, edit, duplicate and delete buttons; on a phone all but play are in a menu (MED-008, MED-009). */
import type { Media } from '@interlude/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCopyPlus, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { RowMenu } from '../../components/resource-table/row-menu.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';

interface MediaRowActionsProps {
  readonly titleId: string;
  readonly media: Pick<Media, 'id' | 'name' | 'type'>;
  readonly onPlay: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}

export function MediaRowActions(props: MediaRowActionsProps) {
  const { titleId, media, onPlay, onDuplicate, onDelete } = props;
  const { id, name } = media;
  const params = { assetId: titleId, mediaId: id };
  return (
    <>
      {media.type === 'source' && (
        <ActionIcon data-hint={t('Play')} aria-label={t('Play {name}', { name })} onClick={onPlay}>
          <IconPlayerPlay size={16} stroke={1.7} />
        </ActionIcon>
      )}
      <ActionIcon
        data-hint={t('Edit')}
        className="wide-only"
        aria-label={t('Edit {name}', { name })}
        renderRoot={(root) => <Link to={paths.media} params={params} {...root} />}
      >
        <IconPencil size={16} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        data-hint={t('Duplicate')}
        className="wide-only"
        aria-label={t('Duplicate {name}', { name })}
        onClick={onDuplicate}
      >
        <IconCopyPlus size={16} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        data-hint={t('Delete')}
        className="wide-only"
        aria-label={t('Delete {name}', { name })}
        onClick={onDelete}
      >
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
      <RowMenu className="media-more" label={t('More actions for {name}', { name })}>
        <Menu.Item leftSection={<IconCopyPlus size={15} />} onClick={onDuplicate}>
          {t('Duplicate')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={15} />} color="var(--bad)" onClick={onDelete}>
          {t('Delete')}
        </Menu.Item>
      </RowMenu>
    </>
  );
}
