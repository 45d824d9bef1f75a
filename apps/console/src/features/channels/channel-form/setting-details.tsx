/** Settings that few need, folded away; a search and a link to one of them unfold them. */
import { type ReactNode, useState } from 'react';
import { useFormTools } from './form-tools.ts';

interface SettingDetailsProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function SettingDetails({ title, children }: SettingDetailsProps) {
  const [open, setOpen] = useState(false);
  const searching = useFormTools().search !== '';
  return (
    <details
      className="setting-details"
      open={open || searching}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}
