// Character and entity references (XML 1.0 clause 4.1). Only the five predefined entities and numeric
// references are read: without a DTD no other can be declared, and a DTD is refused.

const PREDEFINED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;

function character(code: number): string | undefined {
  return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    ? String.fromCodePoint(code)
    : undefined;
}

/** Text with its references replaced. A bare ampersand (`a?b=1&c=2` is common in addresses) stays. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return PREDEFINED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return character(code) ?? whole;
  });
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

// Control characters other than these cannot stand in XML 1.0 in any form.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A value as it stands between double quotes. */
export function escapeAttribute(value: string): string {
  return value.replace(FORBIDDEN, '').replace(/[&<>"\t\n\r]/g, (letter) => ESCAPES[letter] ?? '');
}

/** Text as it stands between tags. */
export function escapeText(value: string): string {
  return value.replace(FORBIDDEN, '').replace(/[&<>\r]/g, (letter) => ESCAPES[letter] ?? '');
}
