/** The frame of all pages of an asset: name, id as subtitle, tabs, and the state of a missing asset. */
import type { Title } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { CopyId } from '../copy-id.tsx';
import { LoadFailure } from '../load-failure.tsx';
import './title-frame.css';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useStoredItem } from '../stored-item/use-stored-item.ts';
import { TitleTabs } from './title-tabs.tsx';

interface TitleFrameProps {
  readonly titleId: string;
  /** At the right of the page's title. */
  readonly actions?: ReactNode;
  readonly children: (title: Title, readAgain: () => Promise<Title | undefined>) => ReactNode;
}

export function TitleFrame({ titleId, actions, children }: TitleFrameProps) {
  const { data: title, error, isPending, refetch } = useTitle(titleId);
  if (isPending) return <PageSkeleton />;
  if (title === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={text('titleNotFound')}
        onRetry={() => void refetch()}
        wayOut={
          <Button variant="default" renderRoot={(props) => <Link to={paths.titles} {...props} />}>
            {t('All assets')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <PageHeader line={<TitleSubtitle title={title} />} actions={actions} />
      <TitleTabs titleId={titleId} />
      {children(title, async () => (await refetch()).data)}
    </>
  );
}

/** Name and id (AST-002). */
function TitleSubtitle({ title }: { title: Pick<Title, 'id' | 'name'> }) {
  return (
    <span className="title-subtitle">
      {title.name}
      <CopyId id={title.id} />
    </span>
  );
}

/** Reads an asset: for its form, and for the name above its medias and jobs. */
export function useTitle(id: string) {
  return useStoredItem('titles', id, (call) => api(routes.titles.read, call));
}
