/** Keeps the text of a JSON field and the object in the form the same. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { type JsonProblem, readJson } from '../../../../components/json-editor/json-text.ts';
import { text as message } from '../../../../messages.ts';
import { type ChannelFormValues, channelUpdate, type SettingName } from '../channel-form-values.ts';
import { firstErrorIn, isInField } from '../field-errors.ts';
import { useFormTools } from '../form-tools.ts';
import { jsonErrorType } from './json-texts.ts';

interface JsonSettingOptions {
  readonly name: SettingName;
  readonly label: string;
  readonly compact: boolean | undefined;
  readonly onChanged: ((value: unknown) => void) | undefined;
}

/** Shows the schema's errors of a value and of everything inside of it, and no others. */
function useCheck(name: SettingName): () => void {
  const { getValues, clearErrors, setError } = useFormContext<ChannelFormValues>();
  return () => {
    clearErrors(name);
    for (const { path, message } of channelUpdate.safeParse(getValues()).error?.issues ?? []) {
      const place = path.join('.');
      if (isInField(place, name)) setError(place as SettingName, { message });
    }
  };
}

interface TextState {
  readonly text: string;
  /** The newest text that could be read. */
  readonly lastValid: string;
  readonly problems: readonly JsonProblem[];
}

/** Milliseconds without a key press before a text is read, which takes some time for a long one. */
const readAfterMs = 200;
const noProblems: readonly JsonProblem[] = [];

export function useJsonSetting({ name, label, compact, onChanged }: JsonSettingOptions) {
  const { control, setValue, clearErrors, getFieldState } = useFormContext<ChannelFormValues>();
  const check = useCheck(name);
  const { jsonTexts } = useFormTools();
  const value: unknown = useWatch({ control, name });
  const { errors } = useFormState({ control });
  const [state, setState] = useState(() => shownState(value, compact));
  const typed = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The form's value, as JSON, that the text represents. */
  const known = useRef(JSON.stringify(value));

  const settle = () => {
    clearTimeout(timer.current);
    const text = typed.current;
    if (text === undefined) return;
    typed.current = undefined;
    const reading = readJson(text);
    const sound = reading.problems.length === 0;
    const problems = sound ? noProblems : reading.problems;
    setState((now) => ({ ...now, problems, ...(sound && { lastValid: text }) }));
    jsonTexts.report(name, problemText(label, problems));
    if (!sound) return;
    known.current = JSON.stringify(reading.value);
    setValue(name, reading.value as never, { shouldDirty: true });
    check();
    onChanged?.(reading.value);
  };
  const show = (now: unknown) => {
    clearTimeout(timer.current);
    typed.current = undefined;
    known.current = JSON.stringify(now);
    setState(shownState(now, compact));
    jsonTexts.report(name, undefined);
    if (getFieldState(name).error?.type === jsonErrorType) clearErrors(name);
  };
  const latest = useRef({ value, settle, show });
  useEffect(() => {
    latest.current = { value, settle, show };
  });
  // The value was changed elsewhere: by Discard, a template, the analysis, or a field of its own.
  useEffect(() => {
    if (JSON.stringify(value) !== known.current) latest.current.show(value);
  }, [value]);
  useEffect(() => {
    const remove = jsonTexts.add(name, {
      settle: () => latest.current.settle(),
      restore: () => latest.current.show(latest.current.value),
    });
    return () => {
      clearTimeout(timer.current);
      remove();
    };
  }, [jsonTexts, name]);
  const change = useCallback((text: string) => {
    setState((now) => ({ ...now, text }));
    typed.current = text;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current.settle(), readAfterMs);
  }, []);
  const error = problemText(label, state.problems) ?? firstErrorIn(get(errors, name));
  return { ...state, change, settle, error };
}

function shownState(value: unknown, compact: boolean | undefined): TextState {
  const text = (compact ? JSON.stringify(value) : JSON.stringify(value, null, 2)) ?? '';
  return { text, lastValid: text, problems: noProblems };
}

function problemText(label: string, problems: readonly JsonProblem[]): string | undefined {
  if (problems.length === 0) return;
  return problems.some(({ kind }) => kind === 'syntax')
    ? message('invalidJson')
    : message('jsonDuplicates', { field: label });
}
