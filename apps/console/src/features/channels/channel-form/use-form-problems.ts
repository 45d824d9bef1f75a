/** The problems of the form, and whether it has unsaved input. */
import { useFormContext, useFormState } from 'react-hook-form';
import { useStore } from '../../../app/store.ts';
import type { ChannelFormValues } from './channel-form-values.ts';
import { flatErrors } from './field-errors.ts';
import { useFormTools } from './form-tools.ts';

/** One sentence by path of the field: of the schema, of the server, and of JSON texts. */
export function useFormProblems(): ReadonlyMap<string, string> {
  const { control } = useFormContext<ChannelFormValues>();
  const { errors } = useFormState({ control });
  const texts = useStore(useFormTools().jsonTexts.problems);
  return new Map([...flatErrors(errors), ...Object.entries(texts)]);
}

/** Counts a text that is no JSON yet, too: it would be lost. */
export function useUnsaved(): boolean {
  const { control } = useFormContext<ChannelFormValues>();
  const { isDirty } = useFormState({ control });
  const texts = useStore(useFormTools().jsonTexts.problems);
  return isDirty || Object.keys(texts).length > 0;
}
