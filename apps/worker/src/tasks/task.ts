/** The tasks of a job: their context, the services they use and the artifacts they pass to later tasks. */
import type { ConditioningProfile } from '@interlude/conditioning';
import type { MediaFinding, TaskType } from '@interlude/contract';
import type {
  EncodedPackage,
  LoudnessMeasure,
  MediaInfo,
  MediaProcessor,
} from '@interlude/media-engine';
import type { ObjectStorage } from '@interlude/object-storage';
import type { JobRun, MadeAsset, NewStoredMedia } from '@interlude/persistence';
import type { Scanner, TenantEgresses } from '@interlude/runtime';
import type { BitmovinEncoder } from '../encoders/bitmovin/bitmovin-encoder.ts';
import type { BitmovinChoice } from '../encoders/bitmovin/tenant-bitmovin.ts';

export interface StoragePlace {
  /** Id of the system's row; the built-in local folder has one, too. */
  readonly systemId: string;
  readonly storage: ObjectStorage;
  /** The URL from which players read a stored file. */
  urlOf(key: string): string;
}

/** The services of the process that tasks use. */
export interface TaskServices {
  readonly egress: TenantEgresses;
  readonly scanner: Scanner;
  /** An empty id is the built-in local folder. @throws {DomainError} SYSTEM_NOT_FOUND */
  findStorage(tenantId: string, systemId: string): Promise<StoragePlace>;
  /** @throws {DomainError} ENCODER_MISSING */
  findProcessor(tenantId: string, engine: 'auto' | 'node-av' | 'ffmpeg'): Promise<MediaProcessor>;
  /** @throws {DomainError} SYSTEM_NOT_FOUND; BITMOVIN_FAILED for a storage that it cannot write to */
  findBitmovin(tenantId: string, choice: BitmovinChoice): Promise<BitmovinEncoder>;
  /** Bytes that the tenant may still store; Infinity = unlimited. */
  freeBytes(tenantId: string): Promise<{ free: number; limit: number; used: number }>;
}

export interface StoredPackage {
  readonly systemId: string;
  /** Ends in `/`. */
  readonly folder: string;
  /** Of a path in the folder. */
  urlOf(path: string): string;
}

/** The outputs of the tasks so far; `requireArtifact` reads one that an earlier task must have made. */
export interface TaskArtifacts {
  /** Absolute path of the local copy. */
  file?: string;
  fileBytes?: number;
  info?: MediaInfo;
  /** By `stream:channels`. */
  loudness?: Map<string, LoudnessMeasure | 'silent'>;
  encoded?: { readonly folder: string; readonly package: EncodedPackage };
  stored?: StoredPackage;
  result?: { readonly medias: readonly NewStoredMedia[]; readonly asset: MadeAsset | undefined };
}

export interface TaskContext {
  readonly run: JobRun;
  readonly services: TaskServices;
  /** Raised when the job is cancelled, its time is over, or the worker stops. */
  readonly signal: AbortSignal;
  /** Absolute; for this attempt alone, removed with everything in it. */
  readonly folder: string;
  readonly artifacts: TaskArtifacts;
  /** Undefined for a job that conditions nothing for a channel. @throws {DomainError} CHANNEL_ASSET_INVALID */
  profile(): ConditioningProfile | undefined;
  /** Of the running task, 0..100. */
  progress(percent: number): void;
  log(level: 'info' | 'warning' | 'error', text: string): void;
}

export interface TaskOutcome {
  /** The result as a sentence for operators. */
  readonly message: string;
  readonly findings?: readonly MediaFinding[];
}

/** `settings`: those of the task's type in the catalogue, with defaults. */
export type Task = (
  context: TaskContext,
  settings: Readonly<Record<string, unknown>>,
) => Promise<TaskOutcome>;

export type TaskTable = Readonly<Record<TaskType, Task>>;

/**
 * The artifact of an earlier task. The catalogue of tasks refuses workflows in another order.
 * @throws {TypeError} when the artifact is missing
 */
export function requireArtifact<T>(artifact: T | undefined, name: string): T {
  if (artifact === undefined) throw new TypeError(`no earlier task made ${name}`);
  return artifact;
}

const engines = ['node-av', 'ffmpeg'] as const;

/** The engine of a job: one for probing, measuring and encoding. */
export function findJobProcessor({ run, services }: TaskContext): Promise<MediaProcessor> {
  const requested = run.tasks.find(({ type }) => type === 'encode')?.settings['engine'];
  const engine = engines.find((known) => known === requested) ?? 'auto';
  return services.findProcessor(run.tenantId, engine);
}
