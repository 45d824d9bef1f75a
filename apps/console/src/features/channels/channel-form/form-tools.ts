/** What the fields of the form share beside its values: the search, and the texts of JSON fields. */
import { createContext, useContext } from 'react';
import { createJsonTexts, type JsonTexts } from './json-texts.ts';

export interface FormTools {
  /** What is searched for among the settings, in lower case; empty shows all. */
  readonly search: string;
  readonly jsonTexts: JsonTexts;
}

export const FormToolsContext = createContext<FormTools>({
  search: '',
  jsonTexts: createJsonTexts(),
});

export function useFormTools(): FormTools {
  return useContext(FormToolsContext);
}
