/** A canvas for component tests: happy-dom has none. It draws nothing and remembers the texts that were drawn. */

export interface DrawnTexts {
  readonly texts: readonly string[];
  readonly restore: () => void;
}

export function drawnTexts(): DrawnTexts {
  const texts: string[] = [];
  const real = HTMLCanvasElement.prototype.getContext;
  const known: Record<string, unknown> = {
    fillText: (text: string) => void texts.push(text),
    measureText: (text: string) => ({ width: 6 * text.length }),
    createLinearGradient: () => ({ addColorStop: () => undefined }),
  };
  const context = new Proxy(known, {
    get: (target, name) => target[String(name)] ?? (() => undefined),
    set: () => true,
  });
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
  // happy-dom lays nothing out: a box of the size of a card.
  const sizes = { clientWidth: 600, clientHeight: 360 };
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  }
  return {
    texts,
    restore: () => {
      HTMLCanvasElement.prototype.getContext = real;
      for (const name of Object.keys(sizes)) {
        Reflect.deleteProperty(HTMLElement.prototype, name);
      }
    },
  };
}
