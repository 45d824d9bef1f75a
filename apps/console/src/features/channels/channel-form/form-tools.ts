/** What the fields of the form share beside its values: the search, and the texts of JSON fields. */
import { createContext, useContext } from 'react';
import { createJsonTexts, type JsonTexts } from './json/json-texts.ts';

export interface FormTools {
  /** What is searched for among the settings, in lower case; empty shows all. */
  readonly search: string;
  readonly jsonTexts: JsonTexts;
  /** Leads to the setting at this path, through any search. */
  readonly showSetting: (path: string) => void;
}

export const FormToolsContext = createContext<FormTools>({
  search: '',
  jsonTexts: createJsonTexts(),
  showSetting: () => undefined,
});

export function useFormTools(): FormTools {
  return useContext(FormToolsContext);
}
