/**
 * Notices to operators about events that are not counted: a line in the log each few seconds, a sentence in
 * `/health/ready`, and a notification, which waits until the database takes one.
 */
import { type SaidSentence, say } from '@interlude/contract';
import type { Logger } from '@interlude/runtime';

export interface OperatorNotice extends SaidSentence {
  readonly topic: 'events.set-aside' | 'events.lost';
}

/** Notifies those who run the platform; the same topic again only after the first one was read. */
export type NotifyOperators = (notice: OperatorNotice) => Promise<unknown>;

/** The command that counts events that are set aside. */
export const replayCommand = 'npm start -- --replay-events';

function noticeOf(topic: OperatorNotice['topic'], events: number, why: string): OperatorNotice {
  const said =
    topic === 'events.lost'
      ? say('eventsLost', { events, reason: why })
      : say('eventsSetAside', { events, reason: why, command: replayCommand });
  return { topic, ...said };
}

export class EventNotices {
  readonly #logger: Logger;
  readonly #notify: NotifyOperators | undefined;
  readonly #losses = new Map<string, number>();
  /** Events of which operators are not notified yet, by topic. */
  readonly #due = new Map<OperatorNotice['topic'], { events: number; why: string }>();
  #lost = 0;
  #unarchived = 0;
  #notifying = false;

  constructor(logger: Logger, notify: NotifyOperators | undefined) {
    this.#logger = logger;
    this.#notify = notify;
  }

  /** Events that were lost since the start of the process. */
  get lost(): number {
    return this.#lost;
  }

  addLost(events: number, why: string): void {
    this.#lost += events;
    this.#losses.set(why, (this.#losses.get(why) ?? 0) + events);
    this.#note('events.lost', events, why);
  }

  /** Adds events that are counted but not archived: a line in the log is enough for them. */
  addUnarchived(events: number): void {
    this.#unarchived += events;
  }

  addSetAside(events: number, why: string): void {
    this.#note('events.set-aside', events, why);
  }

  #note(topic: OperatorNotice['topic'], events: number, why: string): void {
    const known = this.#due.get(topic)?.events ?? 0;
    this.#due.set(topic, { events: known + events, why });
  }

  /** Losses come in bursts: each is counted, and logged in one line. */
  report(): void {
    for (const [why, events] of this.#losses) {
      this.#logger.error({ events, why }, 'events were lost');
    }
    this.#losses.clear();
    if (this.#unarchived > 0) {
      this.#logger.error(
        { events: this.#unarchived },
        'events are counted, but not archived: too many wait for the archive',
      );
    }
    this.#unarchived = 0;
  }

  /** Notifies operators. Never rejects; notices that the database does not take are sent by a later call. */
  async notify(): Promise<void> {
    if (this.#notify === undefined || this.#notifying) {
      return;
    }
    this.#notifying = true;
    for (const [topic, due] of [...this.#due]) {
      this.#due.delete(topic);
      try {
        await this.#notify(noticeOf(topic, due.events, due.why));
      } catch {
        this.#note(topic, due.events, due.why);
      }
    }
    this.#notifying = false;
  }
}
