/** The systems of the tenant: encoders, storages, CDNs and SSAI clusters (SYS-001). */
import type { System } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { DeleteAction, EditAction } from '../../components/resource-table/row-actions.tsx';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { systemColumns } from './system-columns.tsx';
import { useRemoveSystem, useSystemList } from './system-queries.ts';
import './systems.css';

export function SystemListPage() {
  const view = useListView();
  const list = useSystemList(view.state);
  const remove = useRemoveSystem();
  return (
    <>
      <PageHeader line={t('Encoders, storages, CDNs and SSAI clusters.')} actions={<AddSystem />} />
      <ResourceTable
        name={t('Systems')}
        kept="systems"
        columns={systemColumns}
        list={list}
        view={view}
        searchLabel={t('Search name or ID')}
        rowActions={(system) => (
          <SystemRowActions system={system} onDelete={() => remove(system)} />
        )}
        emptyHint={
          <>
            <p className="dimmed">
              {t('A system is an encoder, a storage or a delivery network that the platform uses.')}
            </p>
            <AddSystem />
          </>
        }
      />
    </>
  );
}

function AddSystem() {
  return (
    <Button
      leftSection={<IconPlus size={14} />}
      renderRoot={(props) => <Link to={paths.system} params={{ systemId: newId }} {...props} />}
    >
      {t('Add System')}
    </Button>
  );
}

interface SystemRowActionsProps {
  readonly system: Pick<System, 'id' | 'name' | 'builtIn'>;
  readonly onDelete: () => void;
}

export function SystemRowActions({ system, onDelete }: SystemRowActionsProps) {
  const { id, name, builtIn } = system;
  return (
    <>
      <EditAction
        name={name}
        link={(root) => <Link to={paths.system} params={{ systemId: id }} {...root} />}
      />
      <DeleteAction
        name={name}
        refusal={builtIn ? t('Built in: it can be edited, not deleted') : undefined}
        onDelete={onDelete}
      />
    </>
  );
}
