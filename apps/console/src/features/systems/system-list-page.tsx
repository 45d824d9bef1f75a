/** The systems of the tenant: where it encodes, stores and counts (SYS-001). */
import type { System } from '@interlude/contract';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { newId, paths } from '../../paths.ts';
import { systemColumns } from './system-columns.tsx';
import { useRemoveSystem, useSystemList } from './system-queries.ts';
import './systems.css';

export function SystemListPage() {
  const view = useListView();
  const list = useSystemList(view.state);
  const remove = useRemoveSystem();
  return (
    <>
      <PageHeader line="Where the platform encodes, stores and counts." actions={<AddSystem />} />
      <ResourceTable
        name="Systems"
        columns={systemColumns}
        list={list}
        view={view}
        searchLabel="Search name or ID"
        rowActions={(system) => (
          <SystemRowActions system={system} onDelete={() => remove(system)} />
        )}
        emptyHint={
          <>
            <p className="dimmed">
              A system is an encoder, a storage or a delivery network that the platform works with.
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
      Add System
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
      <Tooltip label="Edit">
        <ActionIcon
          aria-label={`Edit ${name}`}
          renderRoot={(root) => <Link to={paths.system} params={{ systemId: id }} {...root} />}
        >
          <IconPencil size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={builtIn ? 'Built in: it can be edited, not deleted' : 'Delete'}>
        <ActionIcon
          aria-label={`Delete ${name}`}
          className={builtIn ? 'system-built-in' : ''}
          {...(builtIn ? { 'data-disabled': true, 'aria-disabled': true } : { onClick: onDelete })}
        >
          <IconTrash size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
