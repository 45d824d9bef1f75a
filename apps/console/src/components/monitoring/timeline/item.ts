/** Items that can be selected, and their keys in the page's address (`item=output.1204-ab12`). Pure. */
import type {
  MonitoringFinding,
  MonitoringLane,
  MonitoringMessage,
  MonitoringSegment,
  MonitoringSplice,
} from '@interlude/contract';
import { endOf, type TimelineModel } from './entries.ts';

export type Item =
  | { readonly kind: 'entry'; readonly lane: MonitoringLane; readonly entry: MonitoringSegment }
  | { readonly kind: 'message'; readonly message: MonitoringMessage; readonly endMs: number }
  | { readonly kind: 'finding'; readonly finding: MonitoringFinding }
  | { readonly kind: 'splice'; readonly splice: MonitoringSplice };

/** Milliseconds that the newest message lasts: the monitor sends one each minute. */
const messageMs = 60_000;

export function itemKey(item: Item): string {
  if (item.kind === 'entry') return `${item.lane}.${item.entry.id}`;
  if (item.kind === 'splice') return `splice.${item.splice.id}`;
  return item.kind === 'message'
    ? `message.${item.message.messageId}`
    : `finding.${item.finding.id}`;
}

/** Start and end, epoch ms. */
export function itemSpan(item: Item): { readonly startMs: number; readonly endMs: number } {
  if (item.kind === 'entry') return { startMs: item.entry.start, endMs: endOf(item.entry) };
  if (item.kind === 'message') return { startMs: item.message.loadTime, endMs: item.endMs };
  if (item.kind === 'splice') return { startMs: item.splice.at, endMs: item.splice.at };
  return { startMs: item.finding.at, endMs: item.finding.at };
}

export function entryItem(lane: MonitoringLane, entry: MonitoringSegment | undefined) {
  return entry && ({ kind: 'entry', lane, entry } as const);
}

/** A message lasts until the next one, at most a minute and a half. */
export function messageEndMs(messages: readonly MonitoringMessage[], place: number): number {
  const loadTime = messages[place]?.loadTime ?? 0;
  const next = messages[place + 1]?.loadTime ?? loadTime + messageMs;
  return Math.min(next, loadTime + messageMs * 1.5);
}

export function messageItem({ messages }: Pick<TimelineModel, 'messages'>, place: number) {
  const message = messages[place];
  const endMs = messageEndMs(messages, place);
  return message && ({ kind: 'message', message, endMs } as const);
}

/** @returns undefined when the model lacks the item: it is older than what is kept, or the address is wrong */
export function findItem(model: TimelineModel, key: string): Item | undefined {
  const dot = key.indexOf('.');
  const id = key.slice(dot + 1);
  switch (key.slice(0, dot)) {
    case 'source':
    case 'output': {
      const lane = key.slice(0, dot) === 'source' ? 'source' : 'output';
      const { segments, periods, events } = model.lanes[lane];
      return entryItem(
        lane,
        [...segments, ...periods, ...events].find((entry) => entry.id === id),
      );
    }
    case 'message':
      return messageItem(
        model,
        model.messages.findIndex(({ messageId }) => messageId === id),
      );
    case 'finding': {
      const finding = model.findings.find((each) => each.id === id);
      return finding && { kind: 'finding', finding };
    }
    case 'splice': {
      const splice = model.splices.find((each) => each.id === id);
      return splice && { kind: 'splice', splice };
    }
    default:
      return;
  }
}
