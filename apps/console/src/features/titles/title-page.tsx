/** Creates an asset, or edits the metadata of one (AST-002 to AST-011). */
import type { Title } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { TitleFrame } from '../../components/title-frame/title-frame.tsx';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { TitleForm } from './title-form.tsx';
import { useRemoveTitle } from './title-queries.ts';
import './titles.css';
import { sentence } from '../../texts/sentence.tsx';

export function TitlePage() {
  const { assetId = newId } = useParams({ strict: false });
  return assetId === newId ? (
    <NewTitle key="new" />
  ) : (
    <TitleFrame key={assetId} titleId={assetId}>
      {(title) => <KnownTitle title={title} />}
    </TitleFrame>
  );
}

function NewTitle() {
  const navigate = useNavigate();
  const open = ({ id }: Title) =>
    void navigate({
      to: paths.title,
      params: { assetId: id },
      replace: true,
      ignoreBlocker: true,
    });
  return (
    <>
      <PageHeader line={t('Save the asset before you add medias and jobs.')} />
      <TitleForm onSaved={open} />
    </>
  );
}

function KnownTitle({ title }: { title: Title }) {
  const navigate = useNavigate();
  const remove = useRemoveTitle(() => void navigate({ to: paths.titles, ignoreBlocker: true }));
  return (
    <TitleForm title={title} onSaved={() => undefined}>
      <div className="title-times dimmed">
        <span>
          {sentence('Created {moment}.', { moment: <AbsoluteTime at={title.createdAt} /> })}
        </span>
        <span>
          {sentence('Changed {moment}.', { moment: <AbsoluteTime at={title.updatedAt} /> })}
        </span>
        <Button
          variant="subtle"
          color="gray"
          className="title-delete"
          leftSection={<IconTrash size={14} />}
          onClick={() => void remove(title)}
        >
          {t('Delete asset')}
        </Button>
      </div>
    </TitleForm>
  );
}
