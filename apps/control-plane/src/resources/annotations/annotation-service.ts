/** Annotations of charts: notes of a company, its changes, and incidents of its monitor. */
import {
  type Annotation,
  type AnnotationInput,
  type AnnotationKind,
  type AuditAnnotation,
  annotationKinds,
  annotationLimits,
  operators,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { AnnotationStore, AuditLogStore } from '@interlude/persistence';
import type { Caller } from '../../http/call.ts';

export interface AnnotationServiceOptions {
  readonly annotations: AnnotationStore;
  readonly auditLog: Pick<AuditLogStore, 'annotations'>;
  readonly now: () => number;
}

export interface AnnotationQuery {
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
  /** Empty = all. */
  readonly kinds: readonly AnnotationKind[];
  readonly channelIds: readonly string[];
}

export interface AnnotationService {
  /** @throws {DomainError} ANNOTATION_PERIOD_INVALID */
  list(caller: Caller, query: AnnotationQuery): Promise<Annotation[]>;
  /** @throws {DomainError} ANNOTATION_TIME_INVALID, ANNOTATIONS_TOO_MANY, CHANNEL_NOT_FOUND */
  create(caller: Caller, input: AnnotationInput): Promise<Annotation>;
  /** @throws {DomainError} ANNOTATION_NOT_FOUND */
  remove(caller: Caller, id: string): Promise<void>;
}

const dayMs = 86_400_000;
const { marks, listed, pastMs, futureMs, lengthMs, periodMs } = annotationLimits;

const nouns = {
  channels: 'Channel',
  flows: 'Workflow',
  playlists: 'Playlist',
  systems: 'System',
} as const;
const changedKinds = ['channels', 'flows', 'playlists', 'systems'] as const;

const verbs: Readonly<Record<AuditAnnotation['action'], string>> = {
  created: 'was added',
  updated: 'was changed',
  removed: 'was removed',
};

function toChange(change: AuditAnnotation, index: number): Annotation {
  const { entryId, at, kind, targetId, targetName, action, fields } = change;
  const noun = changedKinds.find((each) => each === kind);
  const what = `${noun ? nouns[noun] : kind} ${targetName} ${verbs[action]}`;
  return {
    ...{ id: `${entryId}.${index}`, kind: 'change', at, endsAt: null, isOpen: false },
    text: fields.length > 0 ? `${what}: ${fields.join(', ')}` : what,
    channelIds: kind === 'channels' ? [targetId] : [],
    createdBy: '',
  };
}

export function createAnnotationService(options: AnnotationServiceOptions): AnnotationService {
  const { annotations, auditLog, now } = options;
  const timeInvalid = () =>
    domainError('ANNOTATION_TIME_INVALID', {
      past: pastMs / dayMs,
      future: futureMs / dayMs,
      length: lengthMs / dayMs,
    });

  function readKind(kind: AnnotationKind, { tenantId, role }: Caller, query: AnnotationQuery) {
    const { channelIds } = query;
    const period = { fromMs: Date.parse(query.from), toMs: Date.parse(query.to), channelIds };
    switch (kind) {
      case 'mark':
        return annotations.marks(tenantId, period);
      case 'incident':
        // As the monitoring itself: others see neither.
        return operators.includes(role) ? annotations.incidents(tenantId, period) : [];
      case 'change':
        return auditLog
          .annotations(tenantId, { ...period, kinds: changedKinds })
          .then((changes) => changes.map(toChange).slice(-listed));
    }
  }

  return {
    list: async (caller, query) => {
      const spanMs = Date.parse(query.to) - Date.parse(query.from);
      if (spanMs <= 0 || spanMs > periodMs) {
        throw domainError('ANNOTATION_PERIOD_INVALID', { days: periodMs / dayMs });
      }
      const kinds = query.kinds.length === 0 ? annotationKinds : [...new Set(query.kinds)];
      const found = await Promise.all(kinds.map((kind) => readKind(kind, caller, query)));
      return found.flat().toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
    },
    create: async ({ tenantId, email, apiKey }, { text, at, endsAt, channelId }) => {
      const nowMs = now();
      const atMs = at === undefined ? nowMs : Date.parse(at);
      const endsAtMs = endsAt === null ? undefined : Date.parse(endsAt);
      const spanMs = (endsAtMs ?? atMs + 1) - atMs;
      const isWithin = atMs >= nowMs - pastMs && atMs <= nowMs + futureMs;
      if (!isWithin || spanMs <= 0 || spanMs > lengthMs) throw timeInvalid();
      const mark = { text, atMs, endsAtMs, channelId: channelId ?? undefined };
      const made = await annotations.create(
        tenantId,
        { ...mark, createdBy: apiKey ?? email },
        marks,
      );
      if (!made) throw domainError('ANNOTATIONS_TOO_MANY', { most: marks });
      return made;
    },
    remove: async ({ tenantId }, id) => {
      if (!(await annotations.remove(tenantId, id))) throw domainError('ANNOTATION_NOT_FOUND');
    },
  };
}
