/**
 * The texts of the form's JSON fields. The form holds objects; while a text is no JSON, the object is that of the last
 * valid text, and the problem of the text is kept here, which keeps the form from being saved.
 */
import { createStore, type Store } from '../../../../app/store.ts';

/** The type of an error of the form that is about a text, not about the value. */
export const jsonErrorType = 'json';

interface JsonText {
  /** Reads the newest text at once, without waiting for a pause in typing. */
  readonly settle: () => void;
  /** Throws the text away and shows the form's value again. */
  readonly restore: () => void;
}

export interface JsonTexts {
  /** One sentence by field name. */
  readonly problems: Store<Readonly<Record<string, string>>>;
  readonly add: (name: string, text: JsonText) => () => void;
  readonly report: (name: string, problem: string | undefined) => void;
  readonly settleAll: () => void;
  readonly restoreAll: () => void;
}

export function createJsonTexts(): JsonTexts {
  const problems = createStore<Readonly<Record<string, string>>>({});
  const texts = new Map<string, JsonText>();
  const report = (name: string, problem: string | undefined) => {
    if (problems.get()[name] === problem) return;
    problems.set(({ [name]: _old, ...others }) =>
      problem === undefined ? others : { ...others, [name]: problem },
    );
  };
  return {
    problems,
    report,
    add: (name, text) => {
      texts.set(name, text);
      return () => {
        texts.delete(name);
        report(name, undefined);
      };
    },
    settleAll: () => {
      for (const text of texts.values()) text.settle();
    },
    restoreAll: () => {
      for (const text of texts.values()) text.restore();
    },
  };
}
