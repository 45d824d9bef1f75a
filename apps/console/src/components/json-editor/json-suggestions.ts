/** Completion and hover help of a JSON editor, from the hints of its owner. */
import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import { hoverTooltip, type Tooltip } from '@codemirror/view';
import { type JsonPlace, jsonPlace } from './json-place.ts';

export interface JsonSuggestion {
  /** The name, or the value as JSON (`"slow"`, `true`). */
  readonly label: string;
  /** A word beside the label, such as the type. */
  readonly detail?: string;
  readonly help?: string;
  /** After a name: the value that it starts with, as JSON. */
  readonly value?: string;
}

/** Suggestions for a place in the JSON, and the help for the name or value that is written there. */
export interface JsonHints {
  readonly suggest: (place: JsonPlace) => readonly JsonSuggestion[];
  readonly explain: (place: JsonPlace, written: string) => string | undefined;
}

export function completionSource({ suggest }: JsonHints): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const place = jsonPlace(context.state, context.pos);
    if (place === undefined) return null;
    const { from, to } = place.range;
    if (from === to && !context.explicit) return null;
    const options = suggest(place).map((each) => completion(place, each));
    return options.length === 0 ? null : { from, to, options, filter: true, validFor: /^[\w"-]*$/ };
  };
}

function completion(place: JsonPlace, suggestion: JsonSuggestion): Completion {
  const { label, detail, help, value } = suggestion;
  const shown = place.kind === 'name' ? JSON.stringify(label) : label;
  return {
    label: shown,
    displayLabel: label,
    ...(detail !== undefined && { detail }),
    ...(help !== undefined && { info: help }),
    type: place.kind === 'name' ? 'property' : 'constant',
    apply: (view, _completion, from, to) => {
      const after = view.state.sliceDoc(to, to + 20);
      const rest = place.kind === 'name' && !/^\s*:/.test(after) ? `: ${value ?? ''}` : '';
      const insert = shown + rest;
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.complete',
      });
    },
  };
}

/** The help of a name or value under the pointer. */
export function hoverHelp({ explain }: JsonHints) {
  return hoverTooltip((view, position): Tooltip | null => {
    const place = jsonPlace(view.state, position) ?? jsonPlace(view.state, position + 1);
    if (place === undefined || place.range.from === place.range.to) return null;
    const written = view.state.sliceDoc(place.range.from, place.range.to);
    const help = explain(place, written);
    if (help === undefined) return null;
    return {
      pos: place.range.from,
      end: place.range.to,
      above: true,
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'json-help';
        dom.textContent = help;
        return { dom };
      },
    };
  });
}
