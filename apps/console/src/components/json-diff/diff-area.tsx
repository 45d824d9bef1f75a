/** The read-only comparison by CodeMirror, loaded separately from the page (JsonDiff). */
import { json } from '@codemirror/lang-json';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { t } from '../../texts/t.ts';
import { jsonColours } from '../json-editor/json-colours.ts';
import type { DiffTexts } from './diff-texts.ts';

interface DiffAreaProps {
  readonly texts: DiffTexts;
  readonly labels: { readonly before: string; readonly after: string };
  /** One column, removed lines above added ones. */
  readonly unified: boolean;
  /** Unchanged lines are not folded. */
  readonly whole: boolean;
  /** Reports whether lines are folded. Must be stable between renderings. */
  readonly onFolded: (folded: boolean) => void;
}

/** Lines kept around a change, and how many must be the same to be folded. */
const folding = { margin: 3, minSize: 6 };
/** Milliseconds after which long texts are compared more coarsely. */
const diffConfig = { scanLimit: 2_000, timeout: 300 };

export function DiffArea({ texts, labels, unified, whole, onFolded }: DiffAreaProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const options = { gutter: true, diffConfig, ...(whole ? {} : { collapseUnchanged: folding }) };
    const view = unified
      ? oneColumn(
          host.current,
          texts,
          t('{before} and {after}', { before: labels.before, after: labels.after }),
          options,
        )
      : new MergeView({
          parent: host.current,
          a: { doc: texts.before, extensions: reading(labels.before) },
          b: { doc: texts.after, extensions: reading(labels.after) },
          highlightChanges: true,
          ...options,
        });
    onFolded(view.dom.querySelector('.cm-collapsedLines') !== null);
    return () => view.destroy();
  }, [texts, labels, unified, whole, onFolded]);
  return <div ref={host} className="json-diff-area" />;
}

function oneColumn(
  parent: HTMLElement,
  texts: DiffTexts,
  label: string,
  options: Omit<Parameters<typeof unifiedMergeView>[0], 'original'>,
): EditorView {
  const merge = unifiedMergeView({
    original: texts.before,
    mergeControls: false,
    highlightChanges: true,
    ...options,
  });
  const extensions = [reading(label), merge];
  return new EditorView({ parent, state: EditorState.create({ doc: texts.after, extensions }) });
}

/** In reach of the keyboard, so that it can be scrolled and read out. */
function reading(label: string): Extension {
  return [
    lineNumbers(),
    json(),
    jsonColours,
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': 'true',
      'aria-multiline': 'true',
      role: 'textbox',
      tabindex: '0',
    }),
  ];
}
