/** System type and category, which determine each other (SYS-002, SYS-003). */
import { type SystemCategory, type SystemTypeName, systemType } from '@interlude/contract';
import { Select } from '@mantine/core';
import { known, t } from '../../texts/t.ts';
import { fieldOrder } from './secret-field.tsx';
import type { SystemChoices } from './system-schema.ts';
import { addableTypes, typeOfCategory } from './system-values.ts';

const categoryLabels: Readonly<Record<SystemCategory, string>> = {
  ssai: t('ssai · playing and counting'),
  encoder: t('encoder · making renditions'),
  storage: t('storage · keeping files'),
};

interface TypeFieldsProps {
  readonly type: SystemTypeName;
  /** Undefined while the schema loads. */
  readonly choices: SystemChoices | undefined;
  /** The system is built in. */
  readonly locked: boolean;
  readonly onType: (type: SystemTypeName) => void;
}

export function TypeFields({ type, choices, locked, onType }: TypeFieldsProps) {
  const types = locked ? [type] : addableTypes(choices?.types ?? [type]);
  const { category, about } = systemType(type);
  const categories = choices?.categories ?? [category];
  const groups = categories.map((each) => ({
    group: each,
    items: types
      .filter((name) => systemType(name).category === each)
      .map((name) => ({ value: name, label: known(systemType(name).label) })),
  }));
  return (
    <>
      <Select
        label={t('System type')}
        description={known(about)}
        inputWrapperOrder={fieldOrder}
        data={groups.filter(({ items }) => items.length > 0)}
        value={type}
        readOnly={locked}
        onChange={(chosen) => {
          const name = types.find((each) => each === chosen);
          if (name !== undefined) onType(name);
        }}
      />
      <Select
        label={t('Category')}
        description={
          locked ? t('Built in: type and category cannot be changed.') : t('Follows the type.')
        }
        inputWrapperOrder={fieldOrder}
        data={categories.map((value) => ({ value, label: categoryLabels[value] }))}
        value={category}
        readOnly={locked}
        onChange={(chosen) => {
          const wanted = categories.find((each) => each === chosen);
          if (wanted !== undefined) onType(typeOfCategory(wanted, type, types));
        }}
      />
    </>
  );
}
