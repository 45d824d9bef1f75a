import { useFormContext, useWatch } from 'react-hook-form';
import { t } from '../../../../texts/t.ts';
import { useClusters } from '../../channel-queries.ts';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { SettingField } from '../setting-field.tsx';

/** Shown only where there is a choice. */
export function SsaiCluster() {
  const { control } = useFormContext<ChannelFormValues>();
  const chosen = useWatch({ control, name: 'systemId' }) ?? '';
  const { data: clusters = [] } = useClusters();
  if (clusters.length === 0 && chosen === '') return null;
  const known = clusters.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen);
  return (
    <SettingField
      name="systemId"
      choices={[
        { value: '', label: t('This installation') },
        ...known,
        ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
      ]}
    />
  );
}
