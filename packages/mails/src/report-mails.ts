/** The mail of a report schedule: its cards, in the given order. */
import { dayOf, translate } from './catalogue/translate.ts';
import type { MailTable } from './layout/card-block.ts';
import { nameOf } from './layout/line.ts';
import { type MailBlock, type MailText, renderMail } from './layout/render-mail.ts';
import type { NotificationFrame } from './notification-mails.ts';

/** The figure by which the card is judged, as text. */
export interface MailedFigure {
  readonly name: string;
  readonly now: string;
  readonly before: string;
  /** Change for the worse, as a share of the larger value; below 0: for the better. */
  readonly worseBy: number;
}

export interface MailedCard {
  readonly title: string;
  /** Period of the card, where it has one of its own. */
  readonly note: string;
  readonly judged?: MailedFigure | undefined;
  /** Why the card could not be read; undefined when it was read. */
  readonly problem?: string | undefined;
  readonly picture?:
    | { readonly contentId: string; readonly width: number; readonly height: number }
    | undefined;
  /** Undefined when nothing was counted. */
  readonly table?: MailTable | undefined;
  /** Rows that the table leaves out. */
  readonly more: number;
  /** Address of the card in the console. */
  readonly url: string;
}

/** Days, both included, as `2026-11-22`. */
interface MailedDays {
  readonly from: string;
  readonly to: string;
}

export interface MailedReports extends MailedDays {
  /** Name of the schedule. */
  readonly name: string;
  /** Address of the member who made the schedule; undefined when that is the reader. */
  readonly by: string | undefined;
  readonly compared: MailedDays | undefined;
  readonly cards: readonly MailedCard[];
}

type Language = NotificationFrame['language'];

function daysText(language: Language, { from, to }: MailedDays): string {
  const first = dayOf(language, from);
  return from === to
    ? first
    : translate(language, 'reportDays', { from: first, to: dayOf(language, to) });
}

function judgedText(language: Language, { name, now, before, worseBy }: MailedFigure): string {
  const percent = Math.round(Math.abs(worseBy) * 100);
  if (percent === 0) return translate(language, 'reportEqual', { figure: name, now });
  const values = { figure: name, now, before, percent };
  return worseBy > 0
    ? translate(language, 'reportWorse', values)
    : translate(language, 'reportBetter', values);
}

function cardOf(language: Language, card: MailedCard): MailBlock {
  const { title, note, judged, problem, picture, table, more, url } = card;
  const said =
    problem !== undefined
      ? translate(language, 'reportFailed', { reason: problem })
      : table === undefined
        ? translate(language, 'reportEmpty')
        : '';
  return {
    kind: 'card',
    ...{ title, picture, table, url, label: translate(language, 'reportOpen') },
    lines: [note, judged === undefined ? '' : judgedText(language, judged), said],
    more: more > 0 ? translate(language, 'reportMore', { count: more }) : '',
  };
}

/**
 * Mails the cards to one reader.
 * @param unsubscribeUrl ends this schedule for the reader
 * @see ADR 0055
 */
export function reportMail(
  frame: NotificationFrame,
  unsubscribeUrl: string,
  reports: MailedReports,
): MailText {
  const { language, publicUrl, timeZone } = frame;
  const { by, compared, cards } = reports;
  const company = nameOf(frame.tenantName);
  const name = nameOf(reports.name);
  const period = daysText(language, reports);
  const about = [
    translate(language, 'reportPeriod', { company, period, timeZone }),
    compared && translate(language, 'reportCompared', { period: daysText(language, compared) }),
    translate(language, 'reportOrder'),
  ];
  return renderMail(frame, {
    subject: translate(language, 'reportSubject', { name, period, company }),
    blocks: [
      { kind: 'text', text: about.filter((line) => line !== undefined).join(' ') },
      ...cards.map((card) => cardOf(language, card)),
    ],
    why:
      by === undefined
        ? translate(language, 'reportWhyOwn')
        : translate(language, 'reportWhy', { by: nameOf(by) }),
    footLinks: [
      { label: translate(language, 'reportSettings'), url: `${publicUrl}/app/reports/mails` },
      { label: translate(language, 'unsubscribe'), url: unsubscribeUrl },
    ],
  });
}
