/** Break records of a company's channels, for operators. */
import type { BreakRecord, FoundRecord, RecordedBreak } from '@interlude/contract';
import { breakRecordLimits } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type {
  BreakCursor,
  BreakFacts,
  BreakRecordStore,
  BreakWithSessions,
  ChannelStore,
} from '@interlude/persistence';
import type { Caller } from '../../http/call.ts';
import { invalidFields } from '../../http/field-errors.ts';
import { breakSentence } from './break-sentence.ts';
import { presentStages } from './present-stages.ts';

const dayMs = 86_400_000;

export interface BreakListInput {
  readonly lost?: boolean | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface RecordSearchInput {
  readonly session?: string | undefined;
  readonly creative?: string | undefined;
  readonly adServer?: string | undefined;
  readonly channelId?: string | undefined;
}

export interface BreakRecordService {
  /** @throws {DomainError} CHANNEL_NOT_FOUND, INVALID_FIELDS */
  list(
    caller: Caller,
    channelId: string,
    input: BreakListInput,
  ): Promise<{ breaks: BreakRecord[]; next: string | null }>;
  /** @throws {DomainError} CHANNEL_NOT_FOUND, BREAK_NOT_FOUND */
  read(
    caller: Caller,
    channelId: string,
    of: { readonly breakId: string; readonly session: string | undefined },
  ): Promise<RecordedBreak>;
  /** @throws {DomainError} INVALID_FIELDS */
  find(caller: Caller, input: RecordSearchInput): Promise<FoundRecord[]>;
}

export interface BreakRecordServiceOptions {
  readonly channels: Pick<ChannelStore, 'find'>;
  readonly records: Pick<BreakRecordStore, 'list' | 'read' | 'stages' | 'find'>;
  /** Epoch ms. */
  readonly now: () => number;
}

const withSentence = (facts: BreakFacts): BreakRecord => ({
  ...facts,
  sentence: breakSentence(facts),
});

const cursorOf = ({ startedAt, breakId }: BreakFacts) => `${Date.parse(startedAt)}.${breakId}`;

function readCursor(before: string | undefined): BreakCursor | undefined {
  if (before === undefined || before === '') return undefined;
  const [, startedAtMs, breakId] = /^(\d{1,15})\.(.+)$/s.exec(before) ?? [];
  if (startedAtMs === undefined || breakId === undefined) {
    throw invalidFields({ before: 'before is `next` of the page before' });
  }
  return { startedAtMs: Number(startedAtMs), breakId };
}

/** Of a session that is named, also where none of its stages are kept: the answer then has none. */
function sessionOf({ recorded }: BreakWithSessions, wanted: string | undefined): string | null {
  return wanted ?? recorded[0]?.session ?? null;
}

export function createBreakRecordService({
  channels,
  records,
  now,
}: BreakRecordServiceOptions): BreakRecordService {
  async function check({ tenantId }: Caller, channelId: string): Promise<void> {
    const channel = await channels.find(tenantId, channelId);
    if (!channel) throw domainError('CHANNEL_NOT_FOUND');
  }

  return {
    async list(caller, channelId, { lost = false, before, limit }) {
      await check(caller, channelId);
      const found = await records.list(caller.tenantId, channelId, {
        fromMs: now() - dayMs,
        lostOnly: lost,
        before: readCursor(before),
        limit: limit + 1,
      });
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      const next = found.length > limit && last !== undefined ? cursorOf(last) : null;
      return { breaks: shown.map(withSentence), next };
    },
    async read(caller, channelId, { breakId, session: wanted }) {
      await check(caller, channelId);
      const { tenantId } = caller;
      const found = await records.read(tenantId, channelId, breakId);
      if (!found) throw domainError('BREAK_NOT_FOUND');
      const { facts, demand, recorded } = found;
      const session = sessionOf(found, wanted);
      const stages =
        session === null ? [] : await records.stages(tenantId, { channelId, breakId, session });
      return {
        ...withSentence(facts),
        demand: [...demand],
        recorded: [...recorded],
        session,
        stages: presentStages(stages),
      };
    },
    find: async (caller, input) => {
      const { session, creative, adServer } = input;
      if (session === undefined && creative === undefined && adServer === undefined) {
        const sentence = 'Name a session, a creative or an ad server.';
        throw invalidFields({ session: sentence });
      }
      return records.find(caller.tenantId, { ...input, limit: breakRecordLimits.found });
    },
  };
}
