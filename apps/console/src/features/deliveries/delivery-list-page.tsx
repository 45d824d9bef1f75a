/** The deliveries of one subscription in the last 7 days. */
import type { Delivery } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { useLiveChanges } from '../../components/live-changes/use-live-changes.ts';
import type { Column } from '../../components/resource-table/column.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { createdAtColumn, idColumn } from '../../components/resource-table/standard-columns.tsx';
import { useSendTest } from '../../components/use-subscription.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { DeliveryState } from './delivery-state.tsx';
import './deliveries.css';
import { notificationContent } from '../../components/notification-content.ts';
import { sentence } from '../../texts/sentence.tsx';

export function DeliveryListPage() {
  const { subscriptionId = '' } = useParams({ strict: false });
  const view = useListView();
  const test = useSendTest();
  const list = useResourceList<Delivery>({
    resource: 'deliveries',
    state: { ...view.state, ...{ subscriptionId } },
    load: (query, signal) =>
      api(routes.deliveries.list, { query: { ...query, subscriptionId }, signal }),
  });
  useLiveChanges('deliveries');
  return (
    <>
      <PageHeader
        line={
          <>
            {sentence('One of {link}, the last 7 days.', {
              link: (
                <Link to={paths.profile} hash="subscriptions">
                  {t('your subscriptions')}
                </Link>
              ),
            })}
          </>
        }
        actions={
          <Button loading={test.isPending} onClick={() => test.mutate(subscriptionId)}>
            {t('Send a test')}
          </Button>
        }
      />
      <ResourceTable
        name={t('Deliveries')}
        kept="deliveries"
        columns={columns}
        list={list}
        view={view}
        searchLabel={t('Search notification, topic or ID')}
        emptyHint={
          <p className="dimmed">
            {t(
              'Nothing was delivered in the last 7 days. A test shows whether the receiver answers.',
            )}
          </p>
        }
      />
    </>
  );
}

const columns: readonly Column<Delivery>[] = [
  {
    id: 'content',
    header: t('Notification'),
    hideable: false,
    phone: 'title',
    cell: ({ id, subscriptionId, ...said }) => (
      <Link to={paths.delivery} params={{ subscriptionId, deliveryId: id }}>
        {notificationContent(said)}
      </Link>
    ),
  },
  {
    id: 'state',
    header: t('State'),
    sortable: true,
    width: '14%',
    cell: (delivery) => <DeliveryState delivery={delivery} />,
  },
  {
    id: 'attempts',
    header: t('Attempts'),
    width: '8%',
    align: 'end',
    phone: 'hidden',
    cell: ({ attempts }) => <span className="num">{attempts}</span>,
  },
  {
    id: 'topic',
    header: t('Topic'),
    sortable: true,
    width: '18%',
    phone: 'hidden',
    cell: ({ topic }) => <span className="mono dimmed">{topic}</span>,
  },
  idColumn<Delivery>('13%'),
  createdAtColumn<Delivery>('15%'),
];
