/** The place of a setting in its section: links lead to it, and a search hides it when it does not match. */
import type { ReactNode } from 'react';
import { settingId } from '../../../components/problem-summary/show-setting.ts';
import { useFormTools } from './form-tools.ts';
import { matchesSearch } from './setting-texts.ts';

interface SettingFrameProps {
  /** Path of the value, e.g. `adSource.url`. */
  readonly name: string;
  /** Texts by which a search finds the setting, beside its name. */
  readonly texts: readonly string[];
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function SettingFrame({ name, texts, wide = false, children }: SettingFrameProps) {
  const { search } = useFormTools();
  const missed = !matchesSearch(search, [name, ...texts]);
  return (
    <div id={settingId(name)} className="setting" data-wide={wide || undefined} hidden={missed}>
      {children}
    </div>
  );
}
