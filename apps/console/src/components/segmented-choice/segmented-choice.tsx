/** A segmented control with one selected choice: filters of lists and logs. */
import { useId } from 'react';
import './segmented-choice.css';

interface SegmentedChoiceProps<Value extends string> {
  /** Accessible name. */
  readonly label: string;
  readonly choices: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, choices, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className="segmented-choice">
      <legend className="sr-only">{label}</legend>
      {choices.map(([each, text]) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
