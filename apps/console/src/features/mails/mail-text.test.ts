import { describe, expect, it } from 'vitest';
import { mailPieces } from './mail-text.ts';

describe('a mail to read', () => {
  it('makes http and https addresses links and leaves the sentence around them', () => {
    expect(mailPieces('Open http://localhost:3000/reset-password?token=a_b-1. Bye')).toEqual([
      { text: 'Open ' },
      {
        text: 'http://localhost:3000/reset-password?token=a_b-1',
        href: 'http://localhost:3000/reset-password?token=a_b-1',
      },
      { text: '. Bye' },
    ]);
  });

  it('leaves every other scheme, markup and broken addresses as text', () => {
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,<b>',
      '<a href="x">y</a>',
      'http://',
      'https://[',
      '',
    ]) {
      expect(mailPieces(text).filter(({ href }) => href !== undefined)).toEqual([]);
      expect(
        mailPieces(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }
  });

  it('ends an address where markup or a quote begins, and escapes it', () => {
    const [piece] = mailPieces('https://a.example/"onmouseover=alert(1)');
    expect(piece).toEqual({ text: 'https://a.example/', href: 'https://a.example/' });
    const text = 'https://a.example/ü?q=<script>';
    expect(mailPieces(text)[0]?.href).toBe('https://a.example/%C3%BC?q=');
    expect(
      mailPieces(text)
        .map((each) => each.text)
        .join(''),
    ).toBe(text);
  });
});
