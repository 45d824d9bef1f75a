/** The filter of the audit log: kind of the item, action, period. */
import { auditActions, auditKinds } from '@interlude/contract';
import { NativeSelect } from '@mantine/core';
import { SegmentedChoice } from '../../components/segmented-choice/segmented-choice.tsx';
import { t } from '../../texts/t.ts';
import { type AuditFilter, auditPeriods, readAuditHash } from './audit-filter.ts';
import { actionWords, kindWords } from './audit-words.ts';

const all = 'all';
const periodWords = { 1: t('24 hours'), 7: t('7 days'), 30: t('30 days') } as const;
const periods = [
  [all, t('Any time')] as const,
  ...auditPeriods.map((days) => [String(days), periodWords[days]] as const),
];

interface AuditFilterBarProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}

export function AuditFilterBar({ filter, onFilter }: AuditFilterBarProps) {
  /** Replaces one part of the filter; `all` and unknown values remove the part. */
  const choose = (name: keyof AuditFilter, value: string) => {
    const { [name]: _replaced, ...rest } = filter;
    onFilter({ ...rest, ...readAuditHash(`${name}=${value}`) });
  };
  return (
    <>
      <NativeSelect
        className="audit-select"
        aria-label={t('What')}
        value={filter.type ?? all}
        onChange={({ currentTarget }) => choose('type', currentTarget.value)}
        data={[
          { value: all, label: t('Everything') },
          ...auditKinds.map((kind) => ({ value: kind, label: kindWords[kind] })),
        ]}
      />
      <NativeSelect
        className="audit-select"
        aria-label={t('Action')}
        value={filter.action ?? all}
        onChange={({ currentTarget }) => choose('action', currentTarget.value)}
        data={[
          { value: all, label: t('Any action') },
          ...auditActions.map((action) => ({ value: action, label: actionWords[action] })),
        ]}
      />
      <SegmentedChoice
        label={t('Period')}
        choices={periods}
        value={String(filter.days ?? all)}
        onChange={(days) => choose('days', days)}
      />
    </>
  );
}
