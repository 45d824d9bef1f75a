import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useReducer } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { show } from '../../testing/show.suite.tsx';
import { diffTexts } from './diff-texts.ts';
import { JsonDiff } from './json-diff.tsx';

afterEach(cleanup);

describe('the texts of two values', () => {
  it('CHE-028 differ only where the values do, whatever the order of their members', () => {
    const { before, after } = diffTexts(
      { a: 1, list: [{ x: 1, y: 2 }], gone: true },
      { added: null, list: [{ y: 2, x: 1 }, 3], a: 1 },
    );
    expect(JSON.parse(after)).toEqual({ added: null, list: [{ x: 1, y: 2 }, 3], a: 1 });
    expect(Object.keys(JSON.parse(after))).toEqual(['a', 'list', 'added']);
    const shared = before.split('\n').filter((line) => after.split('\n').includes(line));
    expect(shared).toContain('      "x": 1,');
  });

  it('takes what is no object, and names that are special', () => {
    expect(diffTexts(undefined, [1])).toEqual({ before: '', after: '[\n  1\n]' });
    const odd: unknown = JSON.parse('{"__proto__": 1, "toString": 2}');
    expect(diffTexts({}, odd).after).toBe(JSON.stringify(odd, null, 2));
  });
});

const many = (last: number) =>
  Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`k${index}`, index < 39 ? 0 : last]),
  );

function RenderedAnew() {
  const [count, again] = useReducer((before: number) => before + 1, 0);
  return (
    <>
      <button type="button" onClick={again}>{`Again ${count}`}</button>
      <JsonDiff
        before={{ label: 'Old', value: many(1) }}
        after={{ label: 'New', value: many(2) }}
      />
    </>
  );
}

describe('the comparison', () => {
  it('CHE-028 shows both versions with their names, and folds what is the same', async () => {
    await show(
      <JsonDiff
        before={{ label: 'Old', value: many(1) }}
        after={{ label: 'New', value: many(2) }}
      />,
    );
    const old = await screen.findByRole('textbox', { name: 'Old' });
    const fresh = screen.getByRole('textbox', { name: 'New' });
    expect(old.textContent).toContain('"k39": 1');
    expect(fresh.textContent).toContain('"k39": 2');
    expect(old.getAttribute('tabindex')).toBe('0');
    expect(fresh.textContent).not.toContain('"k3": 0');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all lines' }));
    expect(screen.getByRole('textbox', { name: 'New' }).textContent).toContain('"k3": 0');
  });

  it('keeps its view when it is rendered anew with equal values', async () => {
    await show(<RenderedAnew />);
    const old = await screen.findByRole('textbox', { name: 'Old' });
    await userEvent.click(screen.getByRole('button', { name: 'Again 0' }));
    await screen.findByRole('button', { name: 'Again 1' });
    expect(screen.getByRole('textbox', { name: 'Old' })).toBe(old);
  });

  it('says so when nothing differs', async () => {
    await show(
      <JsonDiff
        before={{ label: 'Old', value: { a: 1 } }}
        after={{ label: 'New', value: { a: 1 } }}
      />,
    );
    expect(screen.getByText('Both versions are the same.')).toBeDefined();
  });
});
