import { expect, test } from 'vitest';
import { Html, html } from './html.ts';

test('SEC-S125 a value is text, in an element and in an attribute; markup of the function stays', () => {
  const value = `<img src=x onerror="alert('1')">&amp;`;
  const inner = html`<b title="${value}">${value}</b>`;
  const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;';
  expect(inner.source).toBe(`<b title="${escaped}">${escaped}</b>`);
  expect(html`<p>${inner}${[inner, new Html('<br>')]}</p>`.source).toBe(
    `<p>${inner.source}${inner.source}<br></p>`,
  );
});
