/** Source and output manifest beside each other by CodeMirror, loaded at the first selection (ManifestPair). */
import { getChunks, MergeView, uncollapseUnchanged, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { t } from '../../../texts/t.ts';
import { placesOf } from './keyword.ts';

export interface ShownManifest {
  readonly label: string;
  readonly text: string;
  /** 1-based line that a finding names; 0 = none. */
  readonly line: number;
}

interface ManifestAreaProps {
  readonly source: ShownManifest | undefined;
  readonly output: ShownManifest | undefined;
  readonly pattern: RegExp | undefined;
  /** One column, for phones. */
  readonly unified: boolean;
}

/** Unchanged lines kept around a change, and how many must be unchanged to be folded. */
const folding = { margin: 4, minSize: 8 };
/** Milliseconds after which long manifests are compared more coarsely. */
const diffConfig = { scanLimit: 2_000, timeout: 300 };

export function ManifestArea({ source, output, pattern, unified }: ManifestAreaProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const shown = showIn(parent, { source, output, pattern, unified });
    const frame = requestAnimationFrame(() => scrollToFirst(parent, shown.views, pattern));
    return () => {
      cancelAnimationFrame(frame);
      shown.destroy();
    };
  }, [source, output, pattern, unified]);
  return <div ref={host} className="json-diff-area manifest-area" />;
}

interface Shown {
  /** In the order in which they are searched for the line or keyword to scroll to: output, then source. */
  readonly views: readonly { readonly view: EditorView; readonly line: number }[];
  readonly destroy: () => void;
}

function showIn(parent: HTMLElement, props: ManifestAreaProps): Shown {
  const { source, output, pattern, unified } = props;
  const extensions = (manifest: ShownManifest) => [
    // On a phone numbers of lines cost more room than they are worth.
    ...(unified ? [] : [lineNumbers()]),
    ...reading(manifest, pattern),
  ];
  if (source === undefined || output === undefined) {
    const only = source ?? output;
    if (only === undefined) return { views: [], destroy: () => undefined };
    const state = EditorState.create({ doc: only.text, extensions: extensions(only) });
    const view = new EditorView({ parent, state });
    return { views: [{ view, line: only.line }], destroy: () => view.destroy() };
  }
  const options = { gutter: true, diffConfig, collapseUnchanged: folding, highlightChanges: true };
  if (unified) {
    const merge = unifiedMergeView({ original: source.text, mergeControls: false, ...options });
    const both = {
      ...output,
      label: t('{label} and {label2}', { label: source.label, label2: output.label }),
    };
    const state = EditorState.create({ doc: output.text, extensions: [extensions(both), merge] });
    const view = new EditorView({ parent, state });
    unfold([view], pattern);
    return { views: [{ view, line: output.line }], destroy: () => view.destroy() };
  }
  const merged = new MergeView({
    parent,
    a: { doc: source.text, extensions: extensions(source) },
    b: { doc: output.text, extensions: extensions(output) },
    ...options,
  });
  unfold([merged.a, merged.b], pattern);
  return {
    views: [
      { view: merged.b, line: output.line },
      { view: merged.a, line: source.line },
    ],
    destroy: () => merged.destroy(),
  };
}

/** Unfolds lines with the keyword. Folded lines are equal on both sides, so both sides unfold alike. */
function unfold(views: readonly EditorView[], pattern: RegExp | undefined): void {
  for (const view of views) {
    const { state } = view;
    const effects = placesOf(state.doc.toString(), pattern).flatMap((place) => {
      const from = foldStart(state, place);
      return from === undefined ? [] : [uncollapseUnchanged.of(from)];
    });
    if (effects.length > 0) view.dispatch({ effects });
  }
}

/** Where the folded lines around a place begin: between two changes, away from both by the margin. */
function foldStart(state: EditorState, place: number): number | undefined {
  const found = getChunks(state);
  if (found === null) return;
  const isSource = found.side === 'a';
  const line = state.doc.lineAt(place).number;
  const before = found.chunks.findLast((chunk) => (isSource ? chunk.toA : chunk.toB) <= place);
  if (before === undefined) return 0;
  const end = Math.min(isSource ? before.toA : before.toB, state.doc.length);
  const start = state.doc.lineAt(end).number + folding.margin;
  return start <= line ? state.doc.line(start).from : undefined;
}

/** Scrolls the area alone, never the page. */
function scrollToFirst(
  area: HTMLElement,
  views: Shown['views'],
  pattern: RegExp | undefined,
): void {
  for (const { view, line } of views) {
    const { doc } = view.state;
    const [first] = placesOf(doc.toString(), pattern);
    const place = line > 0 && line <= doc.lines ? doc.line(line).from : first;
    if (place === undefined) continue;
    area.scrollTop = view.lineBlockAt(place).top - area.clientHeight / 3;
    return;
  }
}

function marked(pattern: RegExp): Extension {
  const matcher = new MatchDecorator({
    regexp: pattern,
    decoration: Decoration.mark({ class: 'manifest-keyword' }),
  });
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = matcher.createDeco(view);
      }
      update(update: ViewUpdate) {
        this.decorations = matcher.updateDeco(update, this.decorations);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function markedLine(line: number): Extension {
  return EditorView.decorations.of(({ state }) =>
    line > 0 && line <= state.doc.lines
      ? Decoration.set(Decoration.line({ class: 'manifest-line' }).range(state.doc.line(line).from))
      : Decoration.none,
  );
}

/** In reach of the keyboard, so that it can be scrolled and read out. */
function reading({ label, line }: ShownManifest, pattern: RegExp | undefined): Extension[] {
  return [
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    ...(pattern === undefined ? [] : [marked(pattern)]),
    markedLine(line),
    EditorView.contentAttributes.of({
      ...{ 'aria-label': label, 'aria-readonly': 'true', 'aria-multiline': 'true' },
      ...{ role: 'textbox', tabindex: '0' },
    }),
  ];
}
