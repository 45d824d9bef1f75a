/** The catalogue of tasks below the editor: purpose, inputs and settings of each task. */
import { taskDescription, taskTypes } from '@interlude/contract';
import { sentence } from '../../texts/sentence.tsx';
import { known, t } from '../../texts/t.ts';
import { findingText, type TaskSetting, taskSettingsOf } from './task-facts.ts';

export function TaskReference() {
  return (
    <details className="task-reference">
      <summary>{t('Catalogue of tasks')}</summary>
      <dl>
        {taskTypes.map((type) => {
          const { label, about, needs, gives } = taskDescription(type);
          return (
            <div key={type}>
              <dt>
                <code className="mono">{type}</code>
                <span>{known(label)}</span>
              </dt>
              <dd>
                <p>{known(about)}</p>
                <p className="dimmed">
                  {sentence('Needs {needs} · gives {gives}', {
                    needs: needs.map(known).join(', ') || t('nothing'),
                    gives: gives.map(known).join(', ') || t('nothing'),
                  })}
                </p>
                {taskSettingsOf(type).map((setting) => (
                  <SettingLine key={setting.name} setting={setting} />
                ))}
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

function SettingLine({ setting }: { setting: TaskSetting }) {
  const { name, kind, help, byDefault, values } = setting;
  const findings = values.filter((value) => findingText(JSON.parse(value)) !== undefined);
  return (
    <div className="task-setting">
      <code className="mono">{name}</code>
      <span className="dimmed">
        {[kind, help].filter(Boolean).join(' · ')}
        {findings.length === 0 && values.length > 0 && kind !== t('true or false') && (
          <>
            : <span className="mono">{values.join(' ')}</span>
          </>
        )}
        {byDefault !== undefined && byDefault !== '""' && (
          <> {sentence('· default {text}', { text: <span className="mono">{byDefault}</span> })}</>
        )}
      </span>
      {findings.length > 0 && (
        <ul>
          {findings.map((value) => (
            <li key={value}>
              <span className="mono">{JSON.parse(value)}</span>{' '}
              <span className="dimmed">{findingText(JSON.parse(value))}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
