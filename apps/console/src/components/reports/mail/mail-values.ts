/** A scheduled mail as its dialog edits it, and its texts. Pure. */
import {
  type DashboardItem,
  type ReportMail,
  type ReportMailCard,
  type ReportMailInput,
  type ReportMailPeriod,
  type ReportMailRhythm,
  reportMailLimits,
  reportMailPeriods,
} from '@interlude/contract';
import type { Periods } from '@interlude/reporting';
import { t } from '../../../texts/t.ts';
import {
  type CardSettings,
  isSameReport,
  type ResolvedReport,
  reportKey,
  settingsOf,
} from '../card-settings.ts';

/** A card that can be chosen for a mail. */
export interface OfferedCard {
  readonly key: string;
  readonly title: string;
  readonly card: ReportMailCard;
}

export interface MailDraft {
  /** Id of the mail that is changed; undefined for a new one. */
  readonly id: string | undefined;
  readonly offered: readonly OfferedCard[];
  readonly values: MailValues;
}

export interface MailValues extends Omit<ReportMailInput, 'cards'> {
  /** Keys of the chosen cards. */
  readonly chosen: readonly string[];
}

export const rhythmNames: Readonly<Record<ReportMailRhythm, string>> = {
  daily: t('Daily'),
  weekly: t('Weekly'),
  monthly: t('Monthly'),
};
export const weekdays = [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
] as const;

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** `Weekly on Monday at 07:00`. */
export function scheduleText({
  rhythm,
  weekday,
  monthDay,
  hour,
}: Pick<ReportMail, 'rhythm' | 'weekday' | 'monthDay' | 'hour'>): string {
  const at = t('at {hour}', { hour: hourText(hour) });
  if (rhythm === 'weekly')
    return t('Weekly on {weekdays} {at}', { weekdays: weekdays[weekday - 1] ?? '', at });
  return rhythm === 'monthly'
    ? t('Monthly on day {monthDay} {at}', { monthDay, at })
    : t('Daily {at}', { at });
}

const cardOf = (report: ResolvedReport, settings: CardSettings): ReportMailCard => ({
  ...{ system: report.system, chart: report.chart },
  ...settings,
});

function offeredOf(
  reports: readonly ResolvedReport[],
  settings: (report: ResolvedReport) => CardSettings,
): OfferedCard[] {
  return reports.map((report) => ({
    key: reportKey(report),
    title: report.definition.title,
    card: cardOf(report, settings(report)),
  }));
}

/** The period of a mail that is the page's main period; `Last week` where mails have no such period. */
function periodOf({ main }: Periods): ReportMailPeriod {
  return reportMailPeriods.find((period) => period === main.type) ?? 'Last week';
}

const often: Readonly<Record<ReportMailPeriod, ReportMailRhythm>> = {
  'Last day': 'daily',
  'Last 7 days': 'daily',
  'Last week': 'weekly',
  'Last month': 'monthly',
};

/** The state of a page of reports from which a mail is made. */
export interface MailedPage {
  readonly name: string;
  readonly reports: readonly ResolvedReport[];
  readonly settings: (report: ResolvedReport) => CardSettings;
  readonly periods: Periods;
  readonly channelIds: readonly string[];
  readonly userId: string;
}

/** A new mail with the cards, settings and periods of a page of reports. */
export function newDraft(page: MailedPage): MailDraft {
  const offered = offeredOf(page.reports, page.settings);
  const period = periodOf(page.periods);
  return {
    id: undefined,
    offered,
    values: {
      name: page.name.slice(0, reportMailLimits.nameCharacters),
      chosen: offered.slice(0, reportMailLimits.cards).map(({ key }) => key),
      channelIds: [...page.channelIds],
      ...{ period, compare: page.periods.compare.compareWith, rhythm: often[period] },
      ...{ weekday: 1, monthDay: 1, hour: 7, recipients: [page.userId] },
    },
  };
}

/** A new mail with the reports that a person has pinned. */
export function dashboardDraft(
  items: readonly DashboardItem[],
  page: Omit<MailedPage, 'settings' | 'name'>,
): MailDraft {
  const pinned = items.flatMap(
    (item) => page.reports.find((report) => isSameReport(report, item)) ?? [],
  );
  return newDraft({
    ...page,
    name: t('My dashboard'),
    reports: pinned,
    settings: (report) => settingsOf(report, items),
  });
}

/** The draft of a stored mail: its cards first, in their order, then the other reports. */
export function draftOf(mail: ReportMail, reports: readonly ResolvedReport[]): MailDraft {
  const own = mail.cards.map((card) => {
    const report = reports.find((each) => isSameReport(each, card));
    return { key: reportKey(card), title: report?.definition.title ?? card.chart, card };
  });
  const others = offeredOf(
    reports.filter((report) => !mail.cards.some((card) => isSameReport(report, card))),
    (report) => settingsOf(report, []),
  );
  const { name, channelIds, period, compare, rhythm, weekday, monthDay, hour } = mail;
  return {
    id: mail.id,
    offered: [...own, ...others],
    values: {
      ...{ name, channelIds, period, compare, rhythm, weekday, monthDay, hour },
      chosen: own.map(({ key }) => key),
      recipients: mail.recipients
        .filter(({ unsubscribed, userId }) => !unsubscribed || userId === mail.userId)
        .map(({ userId }) => userId),
    },
  };
}

/** The body of a save. */
export function inputOf(offered: readonly OfferedCard[], values: MailValues): ReportMailInput {
  const { chosen, ...rest } = values;
  const cards = offered.filter(({ key }) => chosen.includes(key)).map(({ card }) => card);
  return { ...rest, name: rest.name.trim(), cards };
}

/** Problems that keep the mail from being saved: one sentence by field. */
export function problemsOf({ name, chosen, recipients }: MailValues): Record<string, string> {
  const { cards, recipients: most } = reportMailLimits;
  return {
    ...(name.trim() === '' && { name: t('Enter a name.') }),
    ...(chosen.length === 0 && { cards: t('Choose at least one card.') }),
    ...(chosen.length > cards && { cards: t('Choose {cards} cards at most.', { cards }) }),
    ...(recipients.length === 0 && { recipients: t('Choose at least one recipient.') }),
    ...(recipients.length > most && {
      recipients: t('Choose {most} recipients at most.', { most }),
    }),
  };
}

/** Adds an item to a list, or removes it when the list has it. */
export function toggled(list: readonly string[], item: string): string[] {
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
}
