/** When breaks are expected whose markers come late: a row for each schedule. */
import { prefetchScheduleLimits } from '@interlude/contract';
import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useController, useFormContext } from 'react-hook-form';
import { t } from '../../../../texts/t.ts';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { SettingFrame } from '../setting-frame.tsx';
import { searchTexts, settingAt } from '../setting-texts.ts';

const name = 'prefetchSchedules';

type Schedule = NonNullable<ChannelFormValues[typeof name]>[number];
type Problems = Readonly<Record<string, { readonly message?: string } | undefined>>;

const hourMs = 3_600_000;

/** The next full hour, each quarter of an hour. */
function newSchedule(nowMs: number): Schedule {
  const start = new Date(Math.ceil(nowMs / hourMs) * hourMs);
  return {
    expectedStart: start.toISOString(),
    ...{ every: 900, duration: 60, requestFrom: 120, usedWithin: 60 },
  };
}

const minuteMs = 60_000;

/** The value of a `datetime-local` input for a moment in UTC, with seconds unless they are 0. */
function shownMoment(moment: string | undefined): string {
  const ms = Date.parse(moment ?? '');
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, ms % minuteMs === 0 ? 16 : 19);
}

/** `2026-03-01T12:00` as a moment of UTC; browsers leave seconds of 0 out. */
const momentOf = (shown: string): string => (shown.length === 16 ? `${shown}:00Z` : `${shown}Z`);

export function PrefetchSchedules() {
  const { label, help, ...setting } = settingAt(name);
  const { control } = useFormContext<ChannelFormValues>();
  const { field, fieldState } = useController({ control, name });
  const schedules = field.value ?? [];
  const problems: Readonly<Record<string, Problems | undefined>> = { ...fieldState.error } as never;
  const ofAll = fieldState.error?.message ?? fieldState.error?.root?.message;
  const replace = (at: number, next?: Schedule) =>
    field.onChange(
      schedules.flatMap((schedule, index) => (index === at ? (next ?? []) : schedule)),
    );
  return (
    <SettingFrame name={name} wide texts={searchTexts({ ...setting, label, help })}>
      <fieldset className="prefetch-schedules" aria-describedby={`${name}-help`}>
        <legend>{label}</legend>
        {schedules.map((schedule, at) => (
          <ScheduleRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            key={at}
            number={at + 1}
            schedule={schedule}
            problems={problems[at] ?? {}}
            onChange={(next) => replace(at, next)}
            onRemove={() => replace(at)}
            onLeave={field.onBlur}
          />
        ))}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          disabled={schedules.length >= prefetchScheduleLimits.schedules}
          onClick={() => field.onChange([...schedules, newSchedule(Date.now())])}
        >
          {t('Add schedule')}
        </Button>
        {ofAll !== undefined && <p role="alert">{ofAll}</p>}
        <p id={`${name}-help`} className="setting-help">
          {help}
        </p>
      </fieldset>
    </SettingFrame>
  );
}

interface ScheduleRowProps {
  readonly number: number;
  readonly schedule: Schedule;
  readonly problems: Problems;
  readonly onChange: (next: Schedule) => void;
  readonly onRemove: () => void;
  readonly onLeave: () => void;
}

const amounts = [
  { key: 'every', label: t('Every'), empty: t('Once') },
  { key: 'duration', label: t('Break lasts') },
  { key: 'requestFrom', label: t('Lead') },
  { key: 'usedWithin', label: t('Used within ±') },
] as const;

function ScheduleRow(props: ScheduleRowProps) {
  const { number, schedule, problems, onChange, onRemove, onLeave } = props;
  const errorOf = (key: string) => problems[key]?.message ?? null;
  const change = (key: keyof Schedule, value: string | number | undefined) => {
    const { [key]: _old, ...others } = schedule;
    onChange({ ...others, ...(value !== undefined && { [key]: value }) } as Schedule);
  };
  return (
    <fieldset className="prefetch-schedule" aria-label={t('Schedule {number}', { number })}>
      <TextInput
        type="datetime-local"
        label={t('Expected start (UTC)')}
        error={errorOf('expectedStart')}
        value={shownMoment(schedule.expectedStart)}
        onChange={({ currentTarget }) => change('expectedStart', momentOf(currentTarget.value))}
        onBlur={onLeave}
      />
      {amounts.map(({ key, label, ...more }) => (
        <NumberInput
          key={key}
          label={label}
          placeholder={'empty' in more ? more.empty : undefined}
          hideControls
          clampBehavior="none"
          suffix=" s"
          error={errorOf(key)}
          value={schedule[key] ?? ''}
          onChange={(value) => change(key, value === '' ? undefined : value)}
          onBlur={onLeave}
        />
      ))}
      <TextInput
        type="datetime-local"
        label={t('Until (UTC)')}
        error={errorOf('until')}
        value={shownMoment(schedule.until)}
        onChange={({ currentTarget }) =>
          change('until', currentTarget.value === '' ? undefined : momentOf(currentTarget.value))
        }
        onBlur={onLeave}
      />
      <ActionIcon aria-label={t('Remove schedule {number}', { number })} onClick={onRemove}>
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
    </fieldset>
  );
}
