/** A card of a report in a mail: its picture in the page, its figures in the text. */
import { Html, html } from './html.ts';
import { lineOf, linkOf } from './line.ts';

/** Cells of a table; the first column has names, the others figures. */
export interface MailTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface CardBlock {
  readonly kind: 'card';
  readonly title: string;
  /** Period, change of the judged figure, or why there are no figures. */
  readonly lines: readonly string[];
  /** An embedded part of the mail (`cid:`). */
  readonly picture?:
    | { readonly contentId: string; readonly width: number; readonly height: number }
    | undefined;
  /** Always in the plain text; in the page only without a picture. */
  readonly table?: MailTable | undefined;
  /** How many rows the table leaves out, as a sentence; '' = none. */
  readonly more: string;
  readonly label: string;
  /** '' = no link. */
  readonly url: string;
}

/** Width of a card in a mail, CSS pixels. */
const pictureWidth = 544;
/** Characters of a cell in the plain text, where the row has other cells. */
const maxCell = 24;

const style = {
  title: 'margin:28px 0 2px;font-size:16px;font-weight:600',
  lines: 'margin:0 0 8px;color:#5f6470;font-size:12px;line-height:18px',
  picture: `display:block;width:100%;max-width:${pictureWidth}px;height:auto;border:1px solid #e9eaed;border-radius:6px`,
  table: 'width:100%;border-collapse:collapse;font-size:12px;line-height:18px',
  head: 'padding:3px 6px;color:#5f6470;font-weight:400;border-bottom:1px solid #e9eaed',
  cell: 'padding:3px 6px;border-bottom:1px solid #e9eaed',
  link: 'margin:8px 0 0;font-size:12px;line-height:18px',
  anchor: 'color:#3647b4',
} as const;

const sideOf = (index: number) => (index === 0 ? 'left' : 'right');

function tableHtml({ heads, rows }: MailTable): Html {
  const head = heads.map(
    (text, index) => html`<th align="${sideOf(index)}" style="${style.head}">${lineOf(text)}</th>`,
  );
  const body = rows.map(
    (cells) =>
      html`<tr>${cells.map(
        (text, index) =>
          html`<td align="${sideOf(index)}" style="${style.cell}">${lineOf(text)}</td>`,
      )}</tr>`,
  );
  return html`<table cellpadding="0" cellspacing="0" border="0" style="${style.table}"><tr>${head}</tr>${body}</table>`;
}

function pictureHtml({ picture, title, lines }: CardBlock): Html {
  if (picture === undefined) return new Html('');
  const height = Math.round((pictureWidth * picture.height) / picture.width);
  const alt = [title, ...lines.slice(1)].map(lineOf).filter((line) => line !== '');
  return html`<img src="cid:${picture.contentId}" width="${String(pictureWidth)}" height="${String(height)}" alt="${alt.join('. ')}" style="${style.picture}">`;
}

/** The card in a page. */
export function cardHtml(block: CardBlock): Html {
  const lines = block.lines.map(lineOf).filter((line) => line !== '');
  const shown = lines.map((line, place) => html`${place === 0 ? '' : new Html('<br>')}${line}`);
  const url = linkOf(block.url);
  const table =
    block.picture === undefined && block.table !== undefined
      ? tableHtml(block.table)
      : new Html('');
  const link =
    url === ''
      ? new Html('')
      : html`<p style="${style.link}"><a href="${url}" style="${style.anchor}">${lineOf(block.label)}</a></p>`;
  return html`<h2 style="${style.title}">${lineOf(block.title)}</h2><p style="${style.lines}">${shown}</p>${pictureHtml(block)}${table}${link}`;
}

function cellText(text: string, isAlone: boolean): string {
  const line = lineOf(text);
  if (isAlone) return line;
  const characters = [...line];
  return characters.length > maxCell ? `${characters.slice(0, maxCell - 1).join('')}…` : line;
}

function tableText({ heads, rows }: MailTable): string[] {
  const isAlone = heads.length === 1;
  const lines = [heads, ...rows].map((cells) => cells.map((text) => cellText(text, isAlone)));
  const widths = heads.map((_head, index) =>
    Math.max(...lines.map((cells) => [...(cells[index] ?? '')].length)),
  );
  const padded = (cells: readonly string[]) =>
    widths
      .map((width, index) => {
        const text = cells[index] ?? '';
        const room = ' '.repeat(width - [...text].length);
        // Figures are aligned to the right.
        return index > 0 ? room + text : text + room;
      })
      .join('  ')
      .trimEnd();
  return lines.map(padded);
}

/** The card in plain text. */
export function cardText(block: CardBlock): string {
  const { title, lines, table, more, url } = block;
  const rows = table === undefined ? [] : tableText(table);
  return [lineOf(title), ...lines.map(lineOf), ...rows, lineOf(more), linkOf(url)]
    .filter((line) => line !== '')
    .join('\n');
}
