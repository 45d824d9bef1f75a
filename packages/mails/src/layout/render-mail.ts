/**
 * The one layout of mails, as plain text and as HTML from the same blocks. Styles are inline and nothing is loaded, so
 * that no server learns that the mail was read. Pictures are parts of the mail.
 */
import type { Language } from '@interlude/contract';
import { type CardBlock, cardHtml, cardText } from './card-block.ts';
import { Html, html } from './html.ts';
import { lineOf, linkOf, subjectOf } from './line.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Product, public address of the installation, and language of the mail. */
export interface MailFrame {
  readonly productName: string;
  readonly publicUrl: string;
  readonly language: Language;
}

interface MailLink {
  readonly label: string;
  readonly url: string;
}

export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'link' } & MailLink)
  /** `url` '' = no link. */
  | ({ readonly kind: 'notice'; readonly about: string; readonly text: string } & MailLink)
  | CardBlock;

export interface MailContent {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  /** Why the reader gets the mail. */
  readonly why?: string;
  readonly footLinks?: readonly MailLink[];
}

/** The palette of the console in its light theme. */
const font = 'font:14px/22px -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const style = {
  page: `margin:0;padding:0;background:#fafafb;color:#1b1d22;${font}`,
  cell: `padding:24px 12px;${font}`,
  card: 'width:100%;max-width:600px;background:#ffffff;border:1px solid #e9eaed;border-radius:8px',
  content: `padding:28px 28px 20px;color:#1b1d22;overflow-wrap:anywhere;${font}`,
  product: 'margin:0 0 20px;font-size:15px;font-weight:600',
  paragraph: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:9px 16px;background:#4257d6;color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none',
  dimmed: 'color:#5f6470;font-size:12px;line-height:18px',
  link: 'color:#3647b4',
  foot: 'margin:24px 0 0;padding:14px 0 0;border-top:1px solid #e9eaed;color:#5f6470;font-size:12px;line-height:18px',
} as const;

const anchor = ({ url, label }: MailLink) =>
  html`<a href="${url}" style="${style.link}">${label}</a>`;

function blockHtml(block: MailBlock): Html {
  if (block.kind === 'card') return cardHtml(block);
  if (block.kind === 'text') return html`<p style="${style.paragraph}">${lineOf(block.text)}</p>`;
  const url = linkOf(block.url);
  const label = lineOf(block.label);
  if (block.kind === 'notice') {
    const open = url === '' ? new Html('') : html`<br>${anchor({ url, label })}`;
    return html`<p style="${style.paragraph}"><span style="${style.dimmed}">${lineOf(block.about)}</span><br>${lineOf(block.text)}${open}</p>`;
  }
  if (url === '') return new Html('');
  return html`<p style="margin:0 0 8px"><a href="${url}" style="${style.button}">${label}</a></p><p style="${style.paragraph};${style.dimmed}">${url}</p>`;
}

function blockText(block: MailBlock): string {
  if (block.kind === 'card') return cardText(block);
  if (block.kind === 'text') return lineOf(block.text);
  const url = linkOf(block.url);
  if (block.kind === 'link') return url;
  return [lineOf(block.about), lineOf(block.text), url].filter((line) => line !== '').join('\n');
}

/** Links of the foot that have an address. */
const footLinksOf = ({ footLinks = [] }: MailContent): MailLink[] =>
  footLinks
    .map(({ label, url }) => ({ label: lineOf(label), url: linkOf(url) }))
    .filter(({ url }) => url !== '');

function textOf({ productName }: MailFrame, content: MailContent): string {
  const why = content.why === undefined ? [] : [lineOf(content.why)];
  const links = footLinksOf(content).map(({ label, url }) => `${label}: ${url}`);
  // RFC 3676 §4.3: what follows "-- " is the signature.
  const foot = ['-- ', lineOf(productName), ...why, ...links].join('\n');
  const blocks = content.blocks.map(blockText).filter((text) => text !== '');
  return `${[...blocks, foot].join('\n\n')}\n`;
}

function pageOf(frame: MailFrame, content: MailContent, subject: string): Html {
  const { language, productName, publicUrl } = frame;
  const why = content.why === undefined ? new Html('') : html`<br>${lineOf(content.why)}`;
  const links = footLinksOf(content).map(
    (link, place) => html`${place === 0 ? new Html('<br>') : ' · '}${anchor(link)}`,
  );
  const home = anchor({ url: linkOf(publicUrl), label: lineOf(productName) });
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="${style.page}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="${style.cell}">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="${style.card}"><tr><td align="left" style="${style.content}">
<p style="${style.product}">${lineOf(productName)}</p>
${content.blocks.map(blockHtml)}
<p style="${style.foot}">${home}${why}${links}</p>
</td></tr></table></td></tr></table></body></html>
`;
}

/** Both forms of a mail from the same blocks. */
export function renderMail(frame: MailFrame, content: MailContent): MailText {
  const subject = subjectOf(content.subject);
  return {
    subject,
    text: textOf(frame, content),
    html: pageOf(frame, content, subject).source,
  };
}
