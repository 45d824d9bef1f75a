/**
 * Evidence packs: stored data of the monitor and break records about a finding or a break, masked again and zipped
 * while it is sent. At most one at a time for a company, four for the process, each within half a minute.
 */
import {
  type BreakRecord,
  type MonitoringFinding,
  type RecordedBreak,
  type RecordedLook,
  secretTextsOf,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import {
  addressSecrets,
  type EvidencePack,
  encodedSpellings,
  type PackedBreak,
  type PackedSplice,
  packFiles,
  packLimits,
  packVersion,
  redactText,
  redactValue,
  stitchingSettings,
  zipped,
} from '@interlude/evidence';
import type {
  ChannelStore,
  EvidenceStore,
  KeptText,
  SpliceStore,
  StoredChannel,
} from '@interlude/persistence';
import { createMask } from '@interlude/runtime';
import type { Caller } from '../../http/call.ts';
import { invalidFields } from '../../http/field-errors.ts';

export interface EvidenceRequest {
  readonly channelId: string;
  readonly finding?: string | undefined;
  readonly break?: string | undefined;
}

export interface EvidenceZip {
  readonly fileName: string;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Aborted at the time limit, also while the client reads nothing. */
  readonly signal: AbortSignal;
  /** Has to be called when the pack is no longer read. */
  readonly close: () => void;
}

export interface EvidenceService {
  /** @throws {DomainError} CHANNEL_NOT_FOUND, CHANNEL_NOT_LIVE, FINDING_NOT_FOUND, BREAK_NOT_FOUND, INVALID_FIELDS, TOO_MANY_REQUESTS */
  open(caller: Caller, request: EvidenceRequest): Promise<EvidenceZip>;
}

export interface EvidenceServiceOptions {
  readonly channels: Pick<ChannelStore, 'find'>;
  readonly evidence: EvidenceStore;
  readonly splices: Pick<SpliceStore, 'withPictures'>;
  readonly breaks: {
    list(
      caller: Caller,
      channelId: string,
      input: { readonly limit: number },
    ): Promise<{ readonly breaks: readonly BreakRecord[] }>;
    read(
      caller: Caller,
      channelId: string,
      of: { readonly breakId: string; readonly session: string | undefined },
    ): Promise<RecordedBreak>;
  };
  /** Of the platform. */
  readonly version: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** For everything, until the last byte was taken, ms; default 30,000. */
  readonly wholeMs?: number;
}

const limits = {
  /** For everything, until the last byte was taken, ms. */
  wholeMs: 30_000,
  /** Packs that are made at one time, of one company and of all. */
  ofTenant: 1,
  ofProcess: 4,
  retryAfterSeconds: 10,
  listedBreaks: 50,
} as const;

/** Time around the finding or break that a pack covers, ms: a replay needs the state before it. */
const around = { beforeMs: 120_000, behindMs: 60_000, longestMs: 600_000 } as const;

interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

function rangeOfFinding({ firstSeen, lastSeen }: MonitoringFinding): Range {
  const fromMs = Date.parse(firstSeen) - around.beforeMs;
  const toMs = Math.min(Date.parse(lastSeen) + around.behindMs, fromMs + around.longestMs);
  return { fromMs, toMs };
}

function rangeOfBreak({ startedAt, observedSeconds, announcedSeconds }: BreakRecord): Range {
  const fromMs = Date.parse(startedAt) - around.beforeMs;
  const lengthMs = (observedSeconds ?? announcedSeconds ?? 60) * 1000;
  const endMs = Date.parse(startedAt) + lengthMs + around.behindMs;
  return { fromMs, toMs: Math.min(endMs, fromMs + around.longestMs) };
}

const isWithin = ({ fromMs, toMs }: Range, { startedAt }: BreakRecord) =>
  Date.parse(startedAt) >= fromMs - around.longestMs && Date.parse(startedAt) <= toMs;

/** Sessions of monitors show no viewer; where there are none, the one that lost most. */
function chosenSessions({ recorded }: RecordedBreak): RecordedBreak['recorded'] {
  const ofMonitors = recorded.filter(({ kept }) => kept === 'monitor');
  return (ofMonitors.length > 0 ? ofMonitors : recorded.slice(0, 1)).slice(0, packLimits.sessions);
}

type Redact = (text: string) => string;

/**
 * Masks secrets, and also values that operators see but receivers of a pack may not: the viewers' API key, tokens in
 * addresses.
 */
function redactFor(channel: StoredChannel): Redact {
  const { apiKey, sourceManifestUrl, trueSourceUrl, adSlateManifestUrl } = channel;
  const mask = createMask(
    encodedSpellings([
      ...[...secretTextsOf(channel), apiKey],
      ...addressSecrets([sourceManifestUrl, trueSourceUrl, adSlateManifestUrl]),
    ]),
  );
  return (text) => redactText(mask(text));
}

const turnOfTheLoop = () => new Promise(setImmediate);

/** Between two turns of the loop. */
const together = { chars: 256 * 1024, looks: 200 } as const;

/** @throws {DomainError} TOO_MANY_REQUESTS when the time of the pack is over */
async function pause(signal: AbortSignal): Promise<void> {
  await turnOfTheLoop();
  if (signal.aborted)
    throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: limits.retryAfterSeconds });
}

async function redactedManifests(
  manifests: readonly KeptText[],
  redact: Redact,
  signal: AbortSignal,
): Promise<KeptText[]> {
  const masked: KeptText[] = [];
  let chars = 0;
  for (const manifest of manifests) {
    masked.push({ ...manifest, uri: redact(manifest.uri), text: redact(manifest.text) });
    chars += manifest.text.length;
    if (chars < together.chars) continue;
    chars = 0;
    await pause(signal);
  }
  return masked;
}

async function redactedLooks(
  looks: readonly RecordedLook[],
  redact: Redact,
  signal: AbortSignal,
): Promise<RecordedLook[]> {
  const masked: RecordedLook[] = [];
  for (let from = 0; from < looks.length; from += together.looks) {
    masked.push(...redactValue(looks.slice(from, from + together.looks), redact));
    await pause(signal);
  }
  return masked;
}

/** Turns, so that packs cost a bounded amount. */
class Turns {
  readonly #taken = new Map<string, number>();

  /** @throws {DomainError} TOO_MANY_REQUESTS */
  take(tenantId: string): () => void {
    const own = this.#taken.get(tenantId) ?? 0;
    const all = [...this.#taken.values()].reduce((sum, count) => sum + count, 0);
    if (own >= limits.ofTenant || all >= limits.ofProcess)
      throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: limits.retryAfterSeconds });
    this.#taken.set(tenantId, own + 1);
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      const left = (this.#taken.get(tenantId) ?? 1) - 1;
      if (left > 0) this.#taken.set(tenantId, left);
      else this.#taken.delete(tenantId);
    };
  }
}

/** @see rule SEC-S93; ADR 0042 */
export function createEvidenceService(options: EvidenceServiceOptions): EvidenceService {
  const { channels, evidence, splices, breaks, version, now, wholeMs = limits.wholeMs } = options;
  const turns = new Turns();

  async function packedBreak(
    caller: Caller,
    channelId: string,
    breakId: string,
  ): Promise<PackedBreak> {
    const whole = await breaks.read(caller, channelId, { breakId, session: undefined });
    const sessions: PackedBreak['sessions'] = [];
    for (const recorded of chosenSessions(whole)) {
      const { session } = recorded;
      const { stages } = await breaks.read(caller, channelId, { breakId, session });
      sessions.push({ ...recorded, stages });
    }
    const { stages: _stages, session: _session, recorded: _recorded, ...record } = whole;
    return { breakId, startedAt: whole.startedAt, sentence: whole.sentence, record, sessions };
  }

  async function about(caller: Caller, request: EvidenceRequest) {
    const { channelId, finding: findingId, break: breakId } = request;
    if ((findingId === undefined) === (breakId === undefined))
      throw invalidFields({ finding: 'Name a finding, or a break.' });
    if (breakId !== undefined) {
      const whole = await breaks.read(caller, channelId, { breakId, session: undefined });
      return { kind: 'break' as const, id: breakId, ids: [breakId], ...rangeOfBreak(whole) };
    }
    const id = findingId ?? '';
    const finding = await evidence.finding(caller.tenantId, channelId, id);
    if (finding === undefined) throw domainError('FINDING_NOT_FOUND');
    const ids = finding.breakId === '' ? [] : [finding.breakId];
    return { kind: 'finding' as const, id, ids, ...rangeOfFinding(finding) };
  }

  async function assemble(
    caller: Caller,
    channel: StoredChannel,
    request: EvidenceRequest,
    signal: AbortSignal,
  ): Promise<EvidencePack> {
    const of = await about(caller, request);
    const { fromMs, toMs, kind, id } = of;
    const kept = await evidence.read(caller.tenantId, channel.id, {
      ...{ fromMs, toMs, maxChars: packLimits.manifestChars },
      maxManifests: packLimits.manifests,
    });
    const listed = await breaks.list(caller, channel.id, { limit: limits.listedBreaks });
    const near = listed.breaks.filter((one) => isWithin(of, one)).map(({ breakId }) => breakId);
    const known = new Set(listed.breaks.map(({ breakId }) => breakId));
    const ids = [
      ...new Set([...of.ids.filter((one) => kind === 'break' || known.has(one)), ...near]),
    ];
    const spliced = await splices.withPictures(caller.tenantId, channel.id, {
      ...{ fromMs, toMs, limit: packLimits.splices },
    });
    const packed: PackedBreak[] = [];
    for (const breakId of ids.slice(0, packLimits.breaks))
      packed.push(await packedBreak(caller, channel.id, breakId));
    const redact = redactFor(channel);
    const leftOut = [
      ...(kept.missing > 0 ? [`${kept.missing} manifests are no longer kept, or too many.`] : []),
      ...(kept.looks.length === 0 ? ['No request of the monitor of this time is kept.'] : []),
      ...(ids.length > packLimits.breaks ? ['Only five breaks are here.'] : []),
      ...(spliced.length === 0 ? ['No splice of this time was decoded.'] : []),
    ];
    return {
      about: {
        ...{ format: 'interlude-evidence' as const, version: packVersion, platform: version },
        ...{ madeAt: new Date(now()).toISOString(), about: { kind, id: redact(id) } },
        channel: { id: channel.id, name: redact(channel.name), type: channel.type },
        ...{ fromMs: Math.max(0, fromMs), toMs: Math.max(0, toMs), leftOut },
        settings: redactValue(stitchingSettings.parse(channel), redact),
      },
      findings: redactValue(kept.findings.slice(0, packLimits.findings), redact),
      looks: await redactedLooks(kept.looks.slice(-packLimits.looks), redact, signal),
      manifests: await redactedManifests(kept.manifests, redact, signal),
      breaks: redactValue(packed, redact),
      splices: spliced.map(({ pictures, ...splice }) => ({
        ...redactValue<PackedSplice>(splice, redact),
        pictures,
      })),
    };
  }

  async function* inTurns(pack: EvidencePack): AsyncGenerator<Uint8Array> {
    for (const piece of zipped(packFiles(pack), Date.parse(pack.about.madeAt))) {
      if (piece.length > 0) yield piece;
      await turnOfTheLoop();
    }
  }

  return {
    async open(caller, request) {
      const channel = await channels.find(caller.tenantId, request.channelId);
      if (channel === undefined) throw domainError('CHANNEL_NOT_FOUND');
      if (!channel.type.endsWith('-live')) throw domainError('CHANNEL_NOT_LIVE');
      const signal = AbortSignal.timeout(wholeMs);
      const done = turns.take(caller.tenantId);
      try {
        const pack = await assemble(caller, channel, request, signal);
        const { id } = pack.about.about;
        const name = `evidence-${channel.id}-${id}`
          .replaceAll(/[^A-Za-z0-9_-]/g, '_')
          .slice(0, 120);
        return { fileName: `${name}.zip`, pieces: inTurns(pack), signal, close: done };
      } catch (error) {
        done();
        throw error;
      }
    },
  };
}
