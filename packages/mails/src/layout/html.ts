/** Markup with escaped values: the only way to make markup (SEC-S125). */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

function sourceOf(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.source;
  if (typeof value !== 'string') return value.map(({ source }) => source).join('');
  return value.replace(/[&<>"']/g, (char) => entities[char] ?? '');
}

/** A template of markup; each value is escaped, unless it is markup that this function has made. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const [first = '', ...others] = parts;
  const rest = others.map((part, index) => `${sourceOf(values[index] ?? '')}${part}`);
  return new Html(first + rest.join(''));
}
