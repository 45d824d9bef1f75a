/** A mail's text in pieces: plain text and the addresses in it that may be opened. */

export interface MailPiece {
  readonly text: string;
  /** Set for addresses by http or https only; anything else stays text. */
  readonly href?: string;
}

const address = /https?:\/\/[^\s<>"']+/g;
/** Signs at the end of an address that belong to the sentence around it. */
const sentenceEnd = /[.,;:!?)\]]+$/;

export function mailPieces(text: string): MailPiece[] {
  const pieces: MailPiece[] = [];
  let from = 0;
  for (const found of text.matchAll(address)) {
    const link = found[0].replace(sentenceEnd, '');
    if (!URL.canParse(link)) continue;
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) });
    pieces.push({ text: link, href: new URL(link).href });
    from = found.index + link.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}
