import { describe, expect, it } from 'vitest';
import { element, withAttributes, withChildren, writeElement } from './edit-xml.ts';
import { parseXml, type XmlOptions } from './parse-xml.ts';

function rootOf(text: string, options: XmlOptions = {}) {
  const result = parseXml(text, options);
  if (result.kind === 'broken') throw new Error(result.reason);
  return result.document.root;
}

function reasonOf(text: string, options: XmlOptions = {}) {
  const result = parseXml(text, options);
  return result.kind === 'broken' ? result.reason : undefined;
}

describe('what is refused', () => {
  it.each([
    ['', 'no element'],
    ['text', 'no element'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'DOCTYPE and declarations are not allowed'],
    ['<a>&other;</a>', 'entity that is not declared'],
    ['<a b="&nbsp;"/>', 'entity that is not declared'],
    ['<a><b></a>', 'end tag without its start tag'],
    ['<a></a></b>', 'end tag without its start tag'],
    ['<a/><b/>', 'more than one root element'],
    ['<a', 'tag is not closed'],
    ['<a b>', 'attribute without a quoted value'],
    ['<a b=c>', 'attribute without a quoted value'],
    ['<a b="c>', 'attribute without a quoted value'],
    ['<a><b>', '<b> is not closed'],
    ['<a></a', 'end tag is not closed'],
    ['<a></ab>', 'end tag is not closed'],
    ['<a><!-- </a>', '--> is missing'],
    ['<a><![CDATA[ </a>', ']]> is missing'],
    ['<1a/>', 'tag without a name'],
    ['< a/>', 'tag without a name'],
    ['<a / >', '> is missing'],
    ['<a><T></a>', '<T> is not closed'],
  ])('%s', (text, reason) => {
    expect(reasonOf(text, { opaque: ['T'] })).toBe(reason);
  });

  it.each([
    ['too large', { maxLength: 10 }],
    ['nested too deeply', { maxDepth: 1 }],
    ['too many elements', { maxElements: 1 }],
    ['too many attributes', { maxAttributesPerElement: 1 }],
  ])('%s', (reason, limits) => {
    expect(reasonOf('<a b="1" c="2"><d e="3"/></a>', limits)).toBe(reason);
  });
});

describe('what is read', () => {
  it('text, CDATA, references and comments', () => {
    const root = rootOf('<a>1 &lt;&#x41;<!-- no --><b>2</b><![CDATA[<3 &lt;]]><?p q?> &#0;&</a>');
    expect(root.text).toBe('1 <A<3 &lt; &#0;&');
    expect(root.child('b')?.text).toBe('2');
  });

  it('attributes in any spelling; the first of two counts', () => {
    const root = rootOf(`<a b = 'x"y' p:c="1 > 0 &amp; &quot;"\n\td="" b="again"/>`);
    expect([...root.attributes]).toEqual([
      ['b', 'x"y'],
      ['p:c', '1 > 0 & "'],
      ['d', ''],
    ]);
  });

  it('the children of an opaque element when they are accessed', () => {
    const root = rootOf('<a><T x="1"><S/><S k="2"/></T ><T/><T><!-- </T> --><S/></T></a>', {
      opaque: ['T'],
    });
    expect(root.children.map((child) => child.children.length)).toEqual([2, 0, 1]);
    expect(root.children[0]?.children[1]?.attribute('k')).toBe('2');
    const broken = rootOf('<a><T><S></T></a>', { opaque: ['T'] });
    expect(broken.children[0]?.children).toEqual([]);
  });
});

describe('edits', () => {
  const text = `<a  one='1'\n  two="2" >\n  <!-- c -->\n  <b x="1"/>\n  <c>t</c>\n</a>`;

  it('change, remove and add attributes, and keep the rest of the tag', () => {
    const root = withAttributes(rootOf(text), { one: 'n"<&', two: undefined, three: 3 });
    expect(writeElement(root)).toBe(
      text.replace(`<a  one='1'\n  two="2" >`, '<a  one="n&quot;&lt;&amp;" three="3">'),
    );
    expect([...root.attributes]).toEqual([
      ['one', 'n"<&'],
      ['three', '3'],
    ]);
    expect(writeElement(withAttributes(root, {}))).toBe(writeElement(root));
  });

  it('exchange children and keep the gaps of those that stay', () => {
    const root = rootOf(text);
    const [b, c] = root.children;
    if (b === undefined || c === undefined) throw new Error('no children');
    const edited = withChildren(root, [
      c,
      withAttributes(b, { x: '2' }),
      element('d', { e: 'f' }, ['g&']),
    ]);
    expect(writeElement(edited)).toBe(
      `<a  one='1'\n  two="2">\n  <c>t</c>\n  <!-- c -->\n  <b x="2"/><d e="f">g&amp;</d>\n</a>`,
    );
    expect(edited.children.map((child) => child.name)).toEqual(['c', 'b', 'd']);
    expect(writeElement(withChildren(root, [b, c])).replace('"2">', '"2" >')).toBe(text);
    expect(writeElement(withChildren(root, []))).toBe(`<a  one='1'\n  two="2"/>`);
  });

  it('new elements are escaped and readable', () => {
    const made = element('p:x', { a: '1\n2', none: undefined }, [element('y'), 'a<b\u0000']);
    expect(writeElement(made)).toBe('<p:x a="1&#10;2"><y/>a&lt;b</p:x>');
    const back = rootOf(writeElement(made));
    expect([back.localName, back.attribute('a'), back.text]).toEqual(['x', '1\n2', 'a<b']);
  });
});
