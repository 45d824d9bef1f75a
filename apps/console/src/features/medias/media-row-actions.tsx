/** Play, edit, duplicate and delete buttons; on a phone all but play are in a menu (MED-008, MED-009). */
import type { Media } from '@interlude/contract';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconCopyPlus, IconDots, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
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
        <Tooltip label={t('Play')}>
          <ActionIcon aria-label={t('Play {name}', { name })} onClick={onPlay}>
            <IconPlayerPlay size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('Edit')}>
        <ActionIcon
          className="wide-only"
          aria-label={t('Edit {name}', { name })}
          renderRoot={(root) => <Link to={paths.media} params={params} {...root} />}
        >
          <IconPencil size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('Duplicate')}>
        <ActionIcon
          className="wide-only"
          aria-label={t('Duplicate {name}', { name })}
          onClick={onDuplicate}
        >
          <IconCopyPlus size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('Delete')}>
        <ActionIcon
          className="wide-only"
          aria-label={t('Delete {name}', { name })}
          onClick={onDelete}
        >
          <IconTrash size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" width={170}>
        <Menu.Target>
          <ActionIcon className="media-more" aria-label={t('More actions for {name}', { name })}>
            <IconDots size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopyPlus size={15} />} onClick={onDuplicate}>
            {t('Duplicate')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={15} />} color="var(--bad)" onClick={onDelete}>
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
