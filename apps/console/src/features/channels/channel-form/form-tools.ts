/** Shared by all fields of the form beside its values: the search, and the texts of JSON fields. */
import { createContext, useContext } from 'react';
import { createJsonTexts, type JsonTexts } from './json/json-texts.ts';

export interface FormTools {
  /** The search for settings, in lower case; empty shows all. */
  readonly search: string;
  readonly jsonTexts: JsonTexts;
  /** Ends a search, which could hide the setting, and scrolls to the setting at this path. */
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
