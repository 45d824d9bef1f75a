/** The text of a JSON editor, by CodeMirror. It is loaded apart from the page (JsonEditor). */
import { autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import { jsonColours } from './json-colours.ts';
import { completionSource, hoverHelp, type JsonHints } from './json-suggestions.ts';
import type { JsonProblem, TextRange } from './json-text.ts';

export interface CodeAreaHandle {
  /** Puts the cursor there and shows it. */
  readonly goTo: (range: TextRange) => void;
}

export interface CodeAreaProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly problems: readonly JsonProblem[];
  readonly hints?: JsonHints | undefined;
  /** `aria-…` of the text box. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly handle: RefObject<CodeAreaHandle | null>;
}

const basics: Extension = [
  lineNumbers(),
  foldGutter(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  json(),
  jsonColours,
  lintGutter(),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  // Tab is left alone: it leads on to the next control.
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...lintKeymap,
  ]),
];

export function CodeArea(props: CodeAreaProps) {
  const { value, problems, hints, attributes, handle } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  const attributesPart = useRef(new Compartment());
  /** Texts that were passed to `onChange` and have not come back as `value` yet, the newest last. */
  const handedOn = useRef<string[]>([]);
  const isWriting = useRef(false);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (host.current === null) return;
    const { value: doc, attributes: first } = latest.current;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc,
        extensions: [
          basics,
          hints === undefined
            ? []
            : [
                autocompletion({ override: [completionSource(hints)], icons: false }),
                hoverHelp(hints),
              ],
          attributesPart.current.of(EditorView.contentAttributes.of({ ...first })),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !isWriting.current) {
              const text = update.state.doc.toString();
              handedOn.current.push(text);
              latest.current.onChange(text);
            }
            if (update.focusChanged && !update.view.hasFocus) latest.current.onBlur?.();
          }),
        ],
      }),
    });
    view.current = editor;
    handle.current = {
      goTo: ({ from }) => {
        const anchor = Math.min(from, editor.state.doc.length);
        editor.dispatch({ selection: { anchor }, scrollIntoView: true });
        editor.focus();
      },
    };
    return () => {
      handle.current = null;
      editor.destroy();
    };
  }, [hints, handle]);
  // Discard and Format set a `value` that was not typed here.
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const echo = handedOn.current.lastIndexOf(value);
    handedOn.current.splice(0, echo + 1);
    // The person typed on before this text came back as `value`: it must not overwrite the newer one.
    if (echo >= 0 && handedOn.current.length > 0) return;
    handedOn.current = [];
    if (editor.state.doc.toString() === value) return;
    isWriting.current = true;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    isWriting.current = false;
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const { length } = editor.state.doc;
    const diagnostics = problems
      .filter(({ to }) => to <= length)
      .map(({ from, to, message }) => ({ from, to, message, severity: 'error' as const }));
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [problems]);
  useEffect(() => {
    const part = EditorView.contentAttributes.of({ ...attributes });
    view.current?.dispatch({ effects: attributesPart.current.reconfigure(part) });
  }, [attributes]);
  return <div ref={host} className="json-code" />;
}
