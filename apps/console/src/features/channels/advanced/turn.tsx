/** A switch or checkbox over something that is no flag of the form: a part of the channel, or a flag's opposite. */
import { Checkbox, Switch } from '@mantine/core';
import { useId } from 'react';
import { SettingFrame } from '../channel-form/setting-frame.tsx';

interface TurnProps {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly on: boolean;
  readonly onTurn: (on: boolean) => void;
  readonly kind?: 'switch' | 'checkbox';
}

export function Turn({ name, label, help, on, onTurn, kind = 'switch' }: TurnProps) {
  const helpId = useId();
  const Input = kind === 'switch' ? Switch : Checkbox;
  return (
    <SettingFrame name={name} label={label} help={help} wide={kind === 'switch'}>
      <div className="setting-switch">
        <Input
          label={label}
          aria-describedby={helpId}
          checked={on}
          onChange={(event) => onTurn(event.currentTarget.checked)}
        />
        <p id={helpId}>{help}</p>
      </div>
    </SettingFrame>
  );
}
