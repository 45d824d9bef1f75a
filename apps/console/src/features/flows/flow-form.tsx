/** The form of a workflow: name, attempts, timeout and its tasks as JSON (FLOW-002 to FLOW-004). */
import type { Flow, TaskType } from '@interlude/contract';
import { taskDescription } from '@interlude/contract';
import { Button, Menu, NumberInput, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { JsonEditor, useLastValid } from '../../components/json-editor/json-editor.tsx';
import { SaveBar } from '../../components/save-bar/save-bar.tsx';
import { SettingsSection } from '../../components/settings-form/settings-form.tsx';
import { useShortcut } from '../../components/shortcuts/use-shortcut.ts';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { text } from '../../messages.ts';
import { known, t } from '../../texts/t.ts';
import { attemptsRange, missingTasks, timeoutRange, withTask } from './flow-values.ts';
import { taskHints } from './task-hints.ts';
import { TaskReference } from './task-reference.tsx';
import { useFlowEditor } from './use-flow-editor.ts';
import './flows.css';

interface FlowFormProps {
  /** Missing for a new workflow. */
  readonly flow?: Flow;
  readonly onSaved: (flow: Flow) => void;
  /** Reads the stored workflow again after an edit conflict. */
  readonly onReload?: () => Promise<Flow | undefined>;
}

export function FlowForm({ flow, onSaved, onReload }: FlowFormProps) {
  const editor = useFlowEditor({ flow, onSaved, onReload });
  const { values, change, reading, problems, taskProblems, dirty, checked } = editor;
  const lastValid = useLastValid(editor.readText, taskProblems);
  const submit = () => void editor.submit();
  useShortcut({ keys: 'mod+s', label: t('Save the workflow') }, submit);
  const invalidFields = Object.keys(problems).length + (checked && taskProblems.length > 0 ? 1 : 0);
  return (
    <form
      className="settings-form flow-form"
      aria-label={t('Workflow')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SettingsSection title={t('Details')}>
        <FlowFields values={values} problems={problems} onChange={change} />
      </SettingsSection>
      <SettingsSection title={t('Tasks')}>
        <JsonEditor
          label={t('Task templates')}
          description={t(
            'Tasks in the order in which they run, as a JSON array. Ctrl+Space shows suggestions.',
          )}
          value={values.tasks}
          onChange={(tasks) => change({ tasks })}
          problems={taskProblems}
          lastValid={lastValid}
          hints={taskHints}
          tools={
            <AddTask
              types={missingTasks(reading.value)}
              onAdd={(type) => change({ tasks: withTask(reading.value, type) })}
            />
          }
        />
        <TaskReference />
      </SettingsSection>
      <SaveBar
        item="workflow"
        dirty={dirty || flow === undefined}
        saving={editor.saving}
        invalidFields={invalidFields}
        problem={editor.failure && text('saveFailed', { message: editor.failure })}
        conflict={editor.conflict}
        onDiscard={editor.discard}
        onTakeStored={() => void editor.takeStored()}
        onSaveOver={() => void editor.saveOver()}
      />
      <UnsavedGuard dirty={dirty && !editor.leaving} />
    </form>
  );
}

type FlowEditor = ReturnType<typeof useFlowEditor>;

interface FlowFieldsProps {
  readonly values: FlowEditor['values'];
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: FlowEditor['change'];
}

function FlowFields({ values, problems, onChange }: FlowFieldsProps) {
  const amount = (typed: string | number) => (typeof typed === 'number' ? typed : '');
  return (
    <div className="settings-fields">
      <TextInput
        className="wide"
        label={t('Name')}
        withAsterisk
        autoComplete="off"
        maxLength={200}
        error={problems['name']}
        value={values.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NumberInput
        label={t('Attempts')}
        description={t('Attempts per job until it fails.')}
        clampBehavior="none"
        {...attemptsRange}
        error={problems['attempts']}
        value={values.attempts}
        onChange={(typed) => onChange({ attempts: amount(typed) })}
      />
      <NumberInput
        label={t('Timeout (minutes)')}
        description={t('Per attempt.')}
        clampBehavior="none"
        {...timeoutRange}
        error={problems['timeout']}
        value={values.timeout}
        onChange={(typed) => onChange({ timeout: amount(typed) })}
      />
    </div>
  );
}

interface AddTaskProps {
  readonly types: readonly TaskType[];
  readonly onAdd: (type: TaskType) => void;
}

function AddTask({ types, onAdd }: AddTaskProps) {
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={types.length === 0}
        >
          {t('Add task')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(type)}>
            <span className="task-choice">
              <span>{known(taskDescription(type).label)}</span>
              <span className="dimmed">{known(taskDescription(type).about)}</span>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
