/** The mails of one run: cards read once, and drawn and written once for each language of their readers. */
import type { Language } from '@interlude/contract';
import { type MailedCard, type MailedReports, reportMail } from '@interlude/mails';
import type {
  NewMail,
  ReportMailReader,
  ReportMailRun,
  ReportMailWork,
} from '@interlude/persistence';
import { judgeCard, mainRange, previousRange, shownRange, worstFirst } from '@interlude/reporting';
import {
  figureTable,
  figureText,
  isEmpty,
  type WordOf,
  withBefore,
} from '@interlude/reporting/charts';
import { type SecretKey, unsubscribeKey } from '@interlude/runtime';
import { cardLink } from './card-link.ts';
import type { CardToDraw, DrawnPicture } from './draw-card.ts';
import { mailWord } from './mail-words.ts';
import { type CardReaderParts, type ReadMailCard, readCards } from './read-cards.ts';

/** Rows and columns of a table in the text. */
const most = { rows: 10, columns: 5 } as const;

export interface MakeMailsParts extends CardReaderParts {
  readonly publicUrl: string;
  readonly productName: string;
  readonly secretKey: SecretKey;
  readonly draw: (
    cards: readonly (CardToDraw | undefined)[],
  ) => Promise<readonly (DrawnPicture | undefined)[]>;
}

/** The figures of a card as a mail shows them; undefined when there are none, or they could not be read. */
function shownOf({ main, compared, problem }: ReadMailCard, withCompared: boolean) {
  if (main === undefined || problem !== undefined) return undefined;
  const before = withCompared && compared?.code === undefined ? compared : undefined;
  const isNothing = isEmpty(main) && (before === undefined || isEmpty(before));
  return isNothing ? undefined : { main, compared: before };
}

function tableOf(shown: NonNullable<ReturnType<typeof shownOf>>, word: WordOf) {
  const table = figureTable(shown.main, shown.compared, { word });
  const { heads, units, rows } = withBefore(table, word);
  return {
    table: {
      heads: heads.slice(0, most.columns),
      rows: rows
        .slice(0, most.rows)
        .map(({ name, cells }) =>
          [name, ...cells.map((cell, index) => figureText(cell, units[index]))].slice(
            0,
            most.columns,
          ),
        ),
    },
    more: Math.max(0, rows.length - most.rows),
  };
}

function judgedOf({ main, compared }: ReadMailCard, word: WordOf): MailedCard['judged'] {
  const { worst } = judgeCard(main, compared);
  if (worst === undefined) return undefined;
  const { name, unit, now, before } = worst.figure;
  return {
    ...{ name: word(name), now: figureText(now, unit), before: figureText(before, unit) },
    worseBy: worst.by,
  };
}

interface DrawnCard {
  readonly mailed: MailedCard;
  readonly contentId: string;
  readonly picture: DrawnPicture | undefined;
}

function mailedCard(
  read: ReadMailCard,
  picture: DrawnPicture | undefined,
  contentId: string,
  work: ReportMailWork,
  { publicUrl, word }: { readonly publicUrl: string; readonly word: WordOf },
): DrawnCard {
  const { card, title, range, comparedRange, main, problem } = read;
  const shown = shownOf(read, work.compare);
  const figures = shown && tableOf(shown, word);
  const linked = { card, range, comparedRange: work.compare ? comparedRange : undefined };
  const own = card.timing === 'last' || range === undefined ? '' : shownRange(range);
  return {
    contentId,
    picture,
    mailed: {
      ...{ title: word(title), problem, table: figures?.table, more: figures?.more ?? 0 },
      judged: shown && judgedOf(read, word),
      note: [own, card.campaignName, main?.attribution ?? '']
        .filter((text) => text !== '')
        .join(' · '),
      picture: picture && { contentId, width: picture.width, height: picture.height },
      url: cardLink(publicUrl, linked, work.channelIds),
    },
  };
}

async function drawnCards(
  parts: MakeMailsParts,
  work: ReportMailWork,
  cards: readonly ReadMailCard[],
  language: Language,
): Promise<DrawnCard[]> {
  const pictures = await parts.draw(
    cards.map((read) => {
      const shown = shownOf(read, work.compare);
      // Sentences are read, not looked at.
      if (shown === undefined || shown.main.chartType === 'Text') return undefined;
      return { ...shown, viewOption: read.card.viewOption, language };
    }),
  );
  return cards.map((read, index) =>
    mailedCard(
      read,
      pictures[index],
      // Unlike those of another mail: programs keep parts by it.
      `card-${index + 1}.${language}.${work.lease}@interlude`,
      work,
      { publicUrl: parts.publicUrl, word: mailWord(language) },
    ),
  );
}

function mailTo(
  { publicUrl, productName, secretKey }: MakeMailsParts,
  work: ReportMailWork,
  reader: ReportMailReader,
  reports: Omit<MailedReports, 'by'>,
  owner: string,
): NewMail {
  const { tenantId, id, userId, tenantName, timeZone } = work;
  const key = unsubscribeKey(secretKey, {
    ...{ tenantId, userId: reader.userId, subscriptionId: `report-mail:${id}` },
  });
  const unsubscribeUrl = `${publicUrl}/unsubscribe?key=${key}`;
  const frame = { productName, publicUrl, language: reader.language, tenantName, timeZone };
  const by = reader.userId === userId ? undefined : owner;
  return {
    ...{ to: reader.email, unsubscribeUrl },
    ...reportMail(frame, unsubscribeUrl, { ...reports, by }),
  };
}

/**
 * Makes the mails of one run.
 * @param readers recipients; without any, no card is read
 * @param owner address of the person who scheduled the mail
 * @throws the errors of the database; the run is then repeated
 */
export async function makeMails(
  parts: MakeMailsParts,
  work: ReportMailWork,
  readers: readonly ReportMailReader[],
  owner: string,
): Promise<ReportMailRun> {
  const nothing = { mails: [], pictures: new Map<string, Buffer>() };
  if (readers.length === 0) {
    return { ...nothing, outcome: 'nobody', problem: 'Nobody gets this mail any more.' };
  }
  const clock = { nowMs: parts.now(), zone: work.timeZone };
  const main = mainRange({ type: work.period }, clock);
  const compared = previousRange(main, work.period, clock.zone);
  const cards = worstFirst(
    await readCards(parts, work),
    ({ main: read, compared: before, problem }) =>
      judgeCard(problem === undefined ? read : undefined, before),
  );
  const drawn = new Map<Language, DrawnCard[]>();
  for (const language of new Set(readers.map((reader) => reader.language)))
    drawn.set(language, await drawnCards(parts, work, cards, language));
  const reports = {
    ...{ name: work.name, from: main.from, to: main.to },
    compared: work.compare ? { from: compared.from, to: compared.to } : undefined,
  };
  const failed = cards.filter(({ problem }) => problem !== undefined).length;
  return {
    mails: readers.map((reader) => {
      const mailed = (drawn.get(reader.language) ?? []).map((card) => card.mailed);
      return mailTo(parts, work, reader, { ...reports, cards: mailed }, owner);
    }),
    pictures: new Map(
      [...drawn.values()]
        .flat()
        .flatMap(({ contentId, picture }) =>
          picture === undefined ? [] : [[contentId, Buffer.from(picture.png)] as const],
        ),
    ),
    outcome: 'sent',
    problem: failed === 0 ? '' : `${failed} of ${cards.length} cards could not be read.`,
  };
}
