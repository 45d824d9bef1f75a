import { describe, expect, it } from 'vitest';
import { decodeDocument, parseVast } from './index.ts';

const text = '<VAST version="4.2"><Ad id="M\u00fcller"><InLine/></Ad></VAST>';
const latin1 = Buffer.from(text, 'latin1');

function utf16be(document: string): Uint8Array {
  return Buffer.from(document, 'utf16le').swap16();
}

describe('decodeDocument', () => {
  it.each([
    ['UTF-8', Buffer.from(text), ''],
    ['a byte order mark', Buffer.from(`\uFEFF${text}`), ''],
    [
      'a byte order mark against a wrong header',
      Buffer.from(`\uFEFF${text}`),
      'text/xml; charset=latin1',
    ],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), ''],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), ''],
    ['UTF-16 of the other order', utf16be(text), ''],
    ['a charset of the header', latin1, 'application/xml; charset="ISO-8859-1"'],
    ['a wrong header', latin1, 'application/xml; charset=utf-8'],
    ['an unknown charset', Buffer.from(text), 'application/xml; charset=klingon'],
    ['no mark and no name', latin1, ''],
  ])('V11 reads %s', (_name, bytes, contentType) => {
    expect(decodeDocument(bytes, contentType)).toBe(text);
  });

  it('V11 believes the declaration of the document', () => {
    const declared = `<?xml version="1.0" encoding="windows-1251"?><VAST version="3.0"><Ad id="\u042f"><InLine/></Ad></VAST>`;
    const bytes = Buffer.from(declared.replace('\u042f', '\u00df'), 'latin1');
    expect(parseVast(decodeDocument(bytes))).toMatchObject({ ads: [{ id: '\u042f' }] });
  });

  it('V11 takes an empty body for an answer without ads', () => {
    expect(parseVast(decodeDocument(new Uint8Array()))).toMatchObject({ kind: 'ads', ads: [] });
  });
});
