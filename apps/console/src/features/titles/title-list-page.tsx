/** The assets of the company: movies, episodes, ads and slates (AST-001). */
import type { Title } from '@interlude/contract';
import { Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { useLiveChanges } from '../../components/live-changes/use-live-changes.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { DeleteAction, EditAction } from '../../components/resource-table/row-actions.tsx';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { titleColumns } from './title-columns.tsx';
import { useRemoveTitle, useTitleList } from './title-queries.ts';
import { titleTypeChoices, titleTypeOf } from './title-values.ts';
import './titles.css';
import { sentence } from '../../texts/sentence.tsx';

const anyType = t('All types');

export function TitleListPage() {
  const view = useListView();
  const [type, setType] = useTypeFilter();
  const list = useTitleList(view.state, type);
  const remove = useRemoveTitle();
  useLiveChanges('titles', 'list');
  return (
    <>
      <PageHeader
        line={t('Movies, episodes, ads and slates, with their medias and jobs.')}
        actions={<AddAsset />}
      />
      <ResourceTable
        name={t('Assets')}
        kept="assets"
        columns={titleColumns}
        list={list}
        view={view}
        searchLabel={t('Search name or ID')}
        tools={
          <Select
            className="title-type"
            aria-label={t('Type')}
            data={[anyType, ...titleTypeChoices]}
            value={type === '' ? anyType : type}
            onChange={setType}
          />
        }
        rowActions={(title) => (
          <TitleRowActions title={title} onDelete={() => void remove(title)} />
        )}
        emptyHint={<EmptyHint type={type} onAll={() => setType(null)} />}
      />
    </>
  );
}

/** The type is in the hash, as the filter of the job list: `#type=ad`. */
function useTypeFilter() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const set = (chosen: string | null) => {
    const type = titleTypeOf(chosen);
    void navigate({
      to: '.',
      search: ({ page: _page, ...search }) => search,
      hash: type === '' ? '' : `type=${type}`,
      hashScrollIntoView: false,
      resetScroll: false,
    });
  };
  return [titleTypeOf(new URLSearchParams(hash).get('type')), set] as const;
}

function AddAsset() {
  return (
    <Button
      leftSection={<IconPlus size={14} />}
      renderRoot={(props) => <Link to={paths.title} params={{ assetId: newId }} {...props} />}
    >
      {t('Add Asset')}
    </Button>
  );
}

function EmptyHint({ type, onAll }: { type: string; onAll: () => void }) {
  if (type !== '') {
    return (
      <>
        <p className="dimmed">{sentence('There is no asset of the type “{type}”.', { type })}</p>
        <Button variant="default" onClick={onAll}>
          {t('Show all assets')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="dimmed">
        {t(
          'An asset is a movie, an episode, an ad or a slate with its files. Ads from ad servers appear here automatically after conditioning.',
        )}
      </p>
      <AddAsset />
    </>
  );
}

interface TitleRowActionsProps {
  readonly title: Title;
  readonly onDelete: () => void;
}

export function TitleRowActions({ title, onDelete }: TitleRowActionsProps) {
  const { id, name } = title;
  return (
    <>
      <EditAction
        name={name}
        link={(root) => <Link to={paths.title} params={{ assetId: id }} {...root} />}
      />
      <DeleteAction name={name} onDelete={onDelete} />
    </>
  );
}
