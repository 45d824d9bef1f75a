/** Colours names and values in the part of the text that is on screen. */
import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

const marks: ReadonlyMap<string, Decoration> = new Map(
  Object.entries({
    PropertyName: 'json-name',
    String: 'json-text',
    Number: 'json-number',
    True: 'json-word',
    False: 'json-word',
    Null: 'json-word',
  }).map(([node, name]) => [node, Decoration.mark({ class: name })]),
);

function colour(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const mark = marks.get(node.name);
        if (mark !== undefined) builder.add(node.from, node.to, mark);
      },
    });
  }
  return builder.finish();
}

class Colours {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = colour(view);
  }

  update(update: ViewUpdate): void {
    const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
    if (update.docChanged || update.viewportChanged || parsed) {
      this.decorations = colour(update.view);
    }
  }
}

export const jsonColours = ViewPlugin.fromClass(Colours, {
  decorations: ({ decorations }) => decorations,
});
