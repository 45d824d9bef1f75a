import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { type JsonPlace, jsonPlace } from './json-place.ts';
import { completionSource, type JsonHints } from './json-suggestions.ts';

/** The cursor stands at the bar. */
function stateAt(marked: string) {
  const position = marked.indexOf('|');
  const doc = marked.replace('|', '');
  const state = EditorState.create({ doc, extensions: [json()] });
  return { state, position };
}
function placeAt(marked: string): JsonPlace | undefined {
  const { state, position } = stateAt(marked);
  return jsonPlace(state, position);
}

describe('the place of the cursor', () => {
  it.each([
    ['[{|}]', 'name', [0]],
    ['[{"ty|"}]', 'name', [0]],
    ['[{"type": "a", |}]', 'name', [0]],
    ['[{"type": |}]', 'value', [0, 'type']],
    ['[{"type": "en|"}]', 'value', [0, 'type']],
    ['[{"a": 1}, {"settings": {|}}]', 'name', [1, 'settings']],
    ['[{"settings": {"list": ["x", "|"]}}]', 'value', [0, 'settings', 'list', 1]],
    ['[|]', 'value', [0]],
    ['[{"a": 1}, |]', 'value', [1]],
    ['[{"a": {}|}]', 'value', [0, 'a']],
  ])('%s', (marked, kind, path) => {
    expect(placeAt(marked)).toMatchObject({ kind, path });
  });

  it('knows the texts around it, also those that come later, and which names are taken', () => {
    const place = placeAt('[{"settings": {"a": 1, "|"}, "type": "encode"}]');
    expect(place?.objects[0]).toMatchObject({ type: 'encode' });
    expect(place?.names).toEqual(['a']);
  });

  it('is found at the end of a text that the editor has not read that far', () => {
    const before = `{"type": "download"}, ${'{"note": "long"}, '.repeat(1_000)}`;
    expect(placeAt(`[${before}{|}]`)).toMatchObject({ kind: 'name', path: [1_001] });
  });

  it('is nowhere in an empty text and behind the end', () => {
    expect([placeAt('|'), placeAt('[]|')]).toEqual([undefined, undefined]);
  });
});

describe('what is offered there', () => {
  const hints: JsonHints = {
    suggest: ({ kind }) =>
      kind === 'name'
        ? [{ label: 'preset', detail: 'choice', value: '"slow"' }]
        : [{ label: 'true' }],
    explain: () => undefined,
  };
  const offered = (marked: string, explicit: boolean) => {
    const { state, position } = stateAt(marked);
    const result = completionSource(hints)(new CompletionContext(state, position, explicit));
    return result instanceof Promise ? undefined : result;
  };

  it('names in quotes, values as they are, only on demand where nothing is written', () => {
    expect(offered('[{|}]', false)).toBeNull();
    expect(offered('[{|}]', true)?.options[0]).toMatchObject({
      label: '"preset"',
      displayLabel: 'preset',
      detail: 'choice',
    });
    expect(offered('[{"pr|"}]', false)).toMatchObject({ from: 2, to: 6 });
    expect(offered('[{"a": |}]', true)?.options[0]?.label).toBe('true');
    expect(offered('|', true)).toBeNull();
  });
});
