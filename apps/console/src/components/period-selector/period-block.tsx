/** A period in the popup: its type and the fields of its first and last day (PER-003). */
import { type Day, parseShownDay, type Range, shownDay } from '@interlude/reporting';
import { type ReactNode, useId, useState } from 'react';
import { known, t } from '../../texts/t.ts';

interface PeriodBlockProps<Type extends string> {
  readonly kind: 'main' | 'compare';
  /** 'Period', or the checkbox of the comparison. */
  readonly heading: ReactNode;
  readonly type: Type;
  readonly types: readonly Type[];
  readonly range: Range;
  readonly disabled?: boolean;
  /** The edge that the next click on a day sets. */
  readonly nextEdge: 'start' | 'end' | undefined;
  readonly onType: (type: Type) => void;
  readonly onDay: (edge: 'start' | 'end', day: Day) => void;
}

export function PeriodBlock<Type extends string>(props: PeriodBlockProps<Type>) {
  const { kind, heading, type, types, range, disabled = false, nextEdge, onType, onDay } = props;
  const name = kind === 'main' ? t('Period') : t('Compare period');
  return (
    <fieldset className="period-block" data-kind={kind}>
      <legend className="sr-only">{name}</legend>
      <div className="period-heading">
        <span className="period-mark" />
        {heading}
      </div>
      <select
        className="field-control"
        aria-label={t('{name}: type', { name })}
        value={type}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const chosen = types.find((each) => each === currentTarget.value);
          if (chosen !== undefined) onType(chosen);
        }}
      >
        {(types.includes(type) ? types : [type, ...types]).map((each) => (
          <option key={each} value={each}>
            {known(each)}
          </option>
        ))}
      </select>
      <div className="period-dates">
        {(['start', 'end'] as const).map((edge) => (
          <DayField
            key={edge}
            label={`${name}: ${edge === 'start' ? t('start date') : t('end date')}`}
            day={edge === 'start' ? range.from : range.to}
            next={nextEdge === edge}
            disabled={disabled}
            onDay={(day) => onDay(edge, day)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: Day;
  readonly next: boolean;
  readonly disabled: boolean;
  readonly onDay: (day: Day) => void;
}

/** D/M/YY; taken over with Enter or when the field is left. */
function DayField({ label, day, next, disabled, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState<string>();
  const id = useId();
  const parsed = typed === undefined ? day : parseShownDay(typed);
  const take = () => {
    if (parsed === undefined) return;
    setTyped(undefined);
    if (parsed !== day) onDay(parsed);
  };
  return (
    <div>
      <input
        className="field-control num"
        aria-label={label}
        aria-invalid={parsed === undefined}
        aria-describedby={parsed === undefined ? id : undefined}
        data-next={next || undefined}
        value={typed ?? shownDay(day)}
        disabled={disabled}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />
      {parsed === undefined && (
        <p className="field-note bad" id={id} role="alert">
          {t('Enter a day as D/M/YY.')}
        </p>
      )}
    </div>
  );
}
