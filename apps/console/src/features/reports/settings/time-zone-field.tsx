/** The time zone of a company: a few suggestions, all others by words of their name. */
import { type ComboboxItem, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { t } from '../../../texts/t.ts';
import './time-zone-field.css';
import { readerLocale } from '../../../texts/reader-locale.ts';
import { offeredZones, offsetIn, timeIn, timeZones } from './time-zones.ts';

interface TimeZoneFieldProps {
  readonly value: string;
  /** The saved one: it can be chosen even where the browser does not know it. */
  readonly stored: string;
  readonly problem: string | undefined;
  readonly onChange: (zone: string) => void;
}

export function TimeZoneField({ value, stored, problem, onChange }: TimeZoneFieldProps) {
  const [nowMs] = useState(Date.now);
  const zones = useMemo(() => timeZones(stored), [stored]);
  const own = new Intl.DateTimeFormat(readerLocale()).resolvedOptions().timeZone;
  const now = timeIn(value, nowMs);
  return (
    <Select
      label={t('Time zone')}
      searchable
      selectFirstOptionOnChange
      data={zones}
      value={value}
      error={problem}
      nothingFoundMessage={t('No zone has this name.')}
      filter={({ search }) => offeredZones(zones, search, [value, stored, own, 'UTC'])}
      renderOption={({ option }) => <Zone option={option} nowMs={nowMs} />}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={now && t('It is {now} there.', { now })}
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  );
}

/** The line below the zones, and UTC itself, have no distance from UTC. */
function Zone({ option, nowMs }: { option: ComboboxItem; nowMs: number }) {
  const { value, label, disabled = false } = option;
  if (disabled) return <span className="zone-line">{label}</span>;
  if (value === 'UTC') return label;
  return (
    <>
      <span>{label}</span>
      <span className="zone-offset num">{offsetIn(value, nowMs)}</span>
    </>
  );
}
