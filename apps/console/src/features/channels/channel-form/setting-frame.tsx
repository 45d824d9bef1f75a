/** The place of a setting in its section: links lead to it, and a search hides it when it does not match. */
import type { ReactNode } from 'react';
import { settingId } from '../../../components/problem-summary/show-setting.ts';
import { useFormTools } from './form-tools.ts';

interface SettingFrameProps {
  /** Path of the value, e.g. `adSource.url`. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function SettingFrame({ name, label, help, wide = false, children }: SettingFrameProps) {
  const { search } = useFormTools();
  const missed = !matchesSearch(search, [name, label, help]);
  return (
    <div id={settingId(name)} className="setting" data-wide={wide || undefined} hidden={missed}>
      {children}
    </div>
  );
}

/** Every word stands somewhere in the texts; `search` is in lower case. */
function matchesSearch(search: string, texts: readonly string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return search.split(/\s+/).every((word) => all.includes(word));
}
