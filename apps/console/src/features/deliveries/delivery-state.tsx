/** The state of a delivery as a word with its colour. */
import type { Delivery } from '@interlude/contract';
import { known, t } from '../../texts/t.ts';

const words = {
  waiting: t('Waiting'),
  mailed: t('Mail made'),
  delivered: t('Delivered'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
} as const satisfies Record<Delivery['state'], string>;

export function DeliveryState({ delivery }: { delivery: Pick<Delivery, 'state' | 'error'> }) {
  const { state, error } = delivery;
  const retries = state === 'waiting' && error !== '';
  return (
    <span className="delivery-state" data-state={retries ? 'retry' : state} title={known(error)}>
      {retries ? t('Will be tried again') : words[state]}
    </span>
  );
}
