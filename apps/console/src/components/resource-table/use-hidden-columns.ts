/** The hidden columns per table, stored in the browser. */
import { useState } from 'react';

function storedColumns(key: string): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

export function useHiddenColumns(table: string): {
  hidden: ReadonlySet<string>;
  toggle: (id: string) => void;
} {
  const key = `columns.${table}`;
  const [hidden, setHidden] = useState(() => storedColumns(key));
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setHidden(next);
    try {
      localStorage.setItem(key, JSON.stringify([...next]));
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  };
  return { hidden, toggle };
}
