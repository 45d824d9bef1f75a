/** The workflows of the tenant: the tasks that jobs run (FLOW-001). */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { DeleteAction, EditAction } from '../../components/resource-table/row-actions.tsx';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { flowColumns } from './flow-columns.tsx';
import { useFlowList, useRemoveFlow } from './flow-queries.ts';
import { isNeeded } from './flow-values.ts';
import './flows.css';

export function FlowListPage() {
  const view = useListView();
  const list = useFlowList(view.state);
  const remove = useRemoveFlow();
  return (
    <>
      <PageHeader
        line={t('The tasks of a job, with its attempts and timeout.')}
        actions={<AddFlow />}
      />
      <ResourceTable
        name={t('Workflows')}
        kept="workflows"
        columns={flowColumns}
        list={list}
        view={view}
        searchLabel={t('Search name or ID')}
        rowActions={({ id, name }) => (
          <>
            <EditAction
              name={name}
              link={(root) => <Link to={paths.flow} params={{ flowId: id }} {...root} />}
            />
            <DeleteAction
              name={name}
              onDelete={() => void remove({ id, name, needed: isNeeded(name) })}
            />
          </>
        )}
        emptyHint={
          <>
            <p className="dimmed">
              {t(
                'A workflow is the list of tasks that a job goes through, such as encoding an ad.',
              )}
            </p>
            <AddFlow />
          </>
        }
      />
    </>
  );
}

function AddFlow() {
  return (
    <Button
      leftSection={<IconPlus size={14} />}
      renderRoot={(props) => <Link to={paths.flow} params={{ flowId: newId }} {...props} />}
    >
      {t('Add Workflow')}
    </Button>
  );
}
