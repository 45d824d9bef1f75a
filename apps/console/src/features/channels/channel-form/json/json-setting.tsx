/** A setting that is edited as JSON (CHE-015 to CHE-017). */
import { Button, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { JsonEditor } from '../../../../components/json-editor/json-editor.tsx';
import { t } from '../../../../texts/t.ts';
import type { SettingName } from '../channel-form-values.ts';
import { useJsonSetting } from './use-json-setting.ts';

interface JsonSettingProps {
  readonly name: SettingName;
  readonly label: string;
  readonly help: string;
  readonly compact?: boolean;
  readonly tools?: ReactNode;
  readonly onChanged?: (value: unknown) => void;
}

export function JsonSetting({ name, label, help, compact, tools, onChanged }: JsonSettingProps) {
  const json = useJsonSetting({ name, label, compact, onChanged });
  const { text, change, settle, problems, error, lastValid } = json;
  if (compact) {
    return (
      <div className="json-line">
        <Textarea
          label={label}
          description={help}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          size="xs"
          autosize
          maxRows={8}
          autoComplete="off"
          spellCheck={false}
          error={error}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={settle}
        />
        {problems.length > 0 && text !== lastValid && (
          <Button variant="default" size="compact-xs" onClick={() => change(lastValid)}>
            {t('Reset to the latest valid version')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <>
      <JsonEditor
        label={label}
        description={
          <>
            {help} <span className="json-keys">{t('Tab and Shift+Tab lead out of the text.')}</span>
          </>
        }
        value={text}
        onChange={change}
        problems={problems}
        lastValid={lastValid}
        tools={tools}
      />
      {error !== undefined && (
        <p className="setting-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
