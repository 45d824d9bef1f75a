import { describe, expect, it, test } from 'vitest';
import { VAST_LIMITS } from './limits.ts';
import { saxesTree } from './saxes-tree.suite.ts';
import { nodeOf } from './xml-node.ts';
import { readXmlTree } from './xml-tree.ts';

const read = (text: string) => {
  const tree = readXmlTree(text, VAST_LIMITS);
  return typeof tree === 'string' ? tree : nodeOf(tree);
};

describe('what is well-formed, and what is read of it', () => {
  it.each([
    '<a/>',
    '<a></a >',
    '<?xml version="1.0"?><a/>',
    `<?xml version='1.1' encoding = "UTF-8" standalone='no' ?>\n<a/>\n`,
    '<?xml-stylesheet href="x"?><a/><?p?><!-- - -->',
    '<a>1 &lt;&#x41;&#65;<!-- no --><b>2</b><![CDATA[<3 &lt;]]><?p q?> </a>',
    '<a><![CDATA[]]]]><![CDATA[>]]></a>',
    '<a>]] ></a>',
    `<a b = 'x"y' p:c="1 > 0 &amp; &quot;"\n\td="">\r\n e \r f</a>`,
    '<a b="1\r\n2\t3\r4&#10;5"/>',
    '<p:a x:b="1" c="3" y:b="2" constructor="c" __proto__="d"><q:constructor/></p:a>',
    '<é ü="1">\u{1f600}</é>',
    '<Ad\u{10000}/>',
    '<a> x <b/> y\n<b/>  z </a>',
    '<a>\u00a0</a>',
  ])('%s', (text) => {
    const tree = saxesTree(text);
    expect(tree).toBeDefined();
    expect(read(text)).toEqual(tree);
  });
});

describe('what is not', () => {
  it.each([
    ['', 'no element'],
    ['text', 'text outside of the root element'],
    ['<a/>text', 'text outside of the root element'],
    ['<![CDATA[a]]><a/>', 'text outside of the root element'],
    ['<a/><![CDATA[a]]>', 'text outside of the root element'],
    ['<a/>&amp;', 'text outside of the root element'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'DOCTYPE is not allowed'],
    ['<a>&nbsp;</a>', 'an ampersand that begins no known reference'],
    ['<a b="&constructor;"/>', 'an ampersand that begins no known reference'],
    ['<a>a & b</a>', 'an ampersand that begins no known reference'],
    ['<a>&;</a>', 'an ampersand that begins no known reference'],
    ['<a>&#0;</a>', 'a reference to a character that is not allowed'],
    ['<a>&#xd800;</a>', 'a reference to a character that is not allowed'],
    ['<a>&#x110000;</a>', 'a reference to a character that is not allowed'],
    ['<a>\u0000</a>', 'a character that is not allowed'],
    ['<a b="\u0001"/>', 'a character that is not allowed'],
    ['<a>\uFFFE</a>', 'a character that is not allowed'],
    ['<a><![CDATA[\u001f]]></a>', 'a character that is not allowed'],
    ['<a><!-- \u000b --></a>', 'a character that is not allowed'],
    ['<a><?p \u0008?></a>', 'a character that is not allowed'],
    ['<?xml\u000cversion="1.0"?><a/>', 'a character that is not allowed'],
    ['<a/>\u0000', 'a character that is not allowed'],
    ['<a>]]></a>', ']]> in text'],
    ['<a><b></a>', 'an end tag without its start tag'],
    ['<a></a></b>', 'an end tag without its start tag'],
    ['<a></ab>', 'an end tag is not closed'],
    ['<a></a', 'an end tag is not closed'],
    ['<a></>', 'an end tag without its start tag'],
    ['<a/><b/>', 'more than one root element'],
    ['<a', 'a tag is not as it should be'],
    ['<a b', 'an attribute without a value'],
    ['<a b>', 'an attribute without a value'],
    ['<a b=c>', 'an attribute without quotes'],
    ['<a b="c>', 'a value is not closed'],
    ['<a b="<"/>', '< in a value'],
    ['<a b="1"c="2"/>', 'a tag is not as it should be'],
    ['<a b="1" b="2"/>', 'the attribute b twice'],
    ['<a p:b="1" b="3" p:b = \'2\'/>', 'the attribute p:b twice'],
    ['<a / >', '/ in a tag without >'],
    ['<a><b>', '<b> is not closed'],
    ['<1a/>', '"1a" is no name'],
    ['< a/>', '"" is no name'],
    ['<a 1b="2"/>', '"1b" is no name'],
    ['<a\u00d7/>', '"a\u00d7" is no name'],
    ['<a><!-- </a>', 'a comment is not closed, or has -- in it'],
    ['<a><!-- -- --></a>', 'a comment is not closed, or has -- in it'],
    ['<a><![CDATA[ </a>', 'CDATA is not closed'],
    ['<a><?xml version="1.0"?></a>', 'a processing instruction is not as it should be'],
    ['<a><??></a>', '"" is no name'],
    ['<a><?p></a>', 'a processing instruction is not as it should be'],
    ['<?xml?><a/>', 'the XML declaration is not as it should be'],
    ['<?xml encoding="UTF-8"?><a/>', 'the XML declaration is not as it should be'],
    ['<?xml version="2.0"?><a/>', 'the XML declaration is not as it should be'],
    ['<?xml version="1.0"encoding="UTF-8"?><a/>', 'the XML declaration is not as it should be'],
  ])('%s', (text, reason) => {
    expect(read(text)).toBe(reason);
    expect(saxesTree(text)).toBeUndefined();
  });

  test('half of a character', () => {
    expect(read('<a>\ud83d</a>')).toBe('a character that is not allowed');
  });

  it.each([
    ['nested too deeply', { maxDepth: 1 }],
    ['too many elements', { maxElements: 1 }],
    ['too many attributes', { maxAttributesPerElement: 1 }],
  ])('%s', (reason, limits) => {
    const text = '<a b="1" c="2"><d e="3"/></a>';
    expect(readXmlTree(text, { ...VAST_LIMITS, ...limits })).toBe(reason);
  });
});

test('nothing of a longer document is read behind a shorter one', () => {
  const long = `<linear>${'x'.repeat(70_000)}</linear>`;
  for (const whole of [long, '<linear a="b">]]]]</linear>']) {
    expect(read(whole)).toBeTypeOf('object');
    for (let length = 0; length < 27; length += 1)
      expect(read(whole.slice(0, length))).toBeTypeOf('string');
  }
});

test('every control is seen, wherever it is in the document', () => {
  for (let code = 0; code < 128; code += 1) {
    const letter = String.fromCharCode(code);
    const isAllowed = code >= 32 || ['\t', '\n', '\r'].includes(letter);
    for (let offset = 0; offset < 9; offset += 1) {
      const text = `<a><![CDATA[${'\n'.repeat(offset)}${letter}]]></a>`;
      const tree = read(text);
      if (isAllowed) expect(tree).toEqual(saxesTree(text));
      else expect(tree).toBe('a character that is not allowed');
    }
  }
});

test('each attribute is kept once, at the place of the first of its local name', () => {
  const tree = readXmlTree('<a x:b="1" c="3" y:b="2"/>', VAST_LIMITS);
  expect(tree).toMatchObject({ attributes: ['b', '2', 'c', '3'] });
});

test('a document costs in proportion to its length', () => {
  const texts = ['<a b="', '<a>', '<a>&', '<a><![CDATA[', '<!-- ', '<?p '].flatMap((piece) => [
    piece.repeat(100_000),
    piece + ' '.repeat(1_000_000),
    `<a ${'b="1" c="1" '.repeat(30)}${'x="'.repeat(100_000)}`,
  ]);
  const startedMs = performance.now();
  for (const text of texts) expect(read(text)).toBeTypeOf('string');
  expect(performance.now() - startedMs).toBeLessThan(2_000);
});
