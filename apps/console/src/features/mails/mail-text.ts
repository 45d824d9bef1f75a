/** Splits the text of a mail into plain text and links. */

export interface MailPiece {
  readonly text: string;
  /** Set for http and https URLs only. */
  readonly href?: string;
}

const address = /https?:\/\/[^\s<>"']+/g;
/** Punctuation after a URL, which belongs to the sentence. */
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
