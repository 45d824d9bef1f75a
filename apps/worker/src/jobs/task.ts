/** What a task of a job gets, and what it hands on to later ones. */
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
import type { Egress, Scanner } from '@interlude/runtime';
import type { BitmovinEncoder } from '../encoders/bitmovin/bitmovin-encoder.ts';
import type { BitmovinChoice } from '../encoders/bitmovin/tenant-bitmovin.ts';

export interface StoragePlace {
  /** Of the row, also for the built-in folder. */
  readonly systemId: string;
  readonly storage: ObjectStorage;
  /** Where players find a file of it. */
  urlOf(key: string): string;
}

/** Lasts as long as the process; tasks ask it for what is outside. */
export interface TaskParts {
  readonly egress: Egress;
  readonly scanner: Scanner;
  /** An empty id is the built-in local folder. @throws {DomainError} SYSTEM_NOT_FOUND */
  findStorage(tenantId: string, systemId: string): Promise<StoragePlace>;
  /** @throws {DomainError} ENCODER_MISSING */
  findProcessor(tenantId: string, engine: 'auto' | 'node-av' | 'ffmpeg'): Promise<MediaProcessor>;
  /** @throws {DomainError} SYSTEM_NOT_FOUND; BITMOVIN_FAILED for a storage that it cannot write to */
  findBitmovin(tenantId: string, choice: BitmovinChoice): Promise<BitmovinEncoder>;
  /** Bytes that the tenant may still store; Infinity = no end. */
  freeBytes(tenantId: string): Promise<{ free: number; limit: number; used: number }>;
}

export interface StoredPackage {
  readonly systemId: string;
  /** Ends in `/`. */
  readonly folder: string;
  /** Of a path in the folder. */
  urlOf(path: string): string;
}

/** What earlier tasks gave; a task whose needs are met finds them here. */
export interface TaskGoods {
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
  readonly parts: TaskParts;
  /** Raised when the job is cancelled, its time is over, or the worker stops. */
  readonly signal: AbortSignal;
  /** Absolute; for this attempt alone, removed with everything in it. */
  readonly folder: string;
  readonly goods: TaskGoods;
  /** Undefined: the job is for no form of a channel. @throws {DomainError} CHANNEL_ASSET_INVALID */
  profile(): ConditioningProfile | undefined;
  /** Of the task that runs, 0..100. */
  progress(percent: number): void;
  log(level: 'info' | 'warning' | 'error', text: string): void;
}

export interface TaskOutcome {
  /** What came of it, a sentence for operators. */
  readonly message: string;
  readonly findings?: readonly MediaFinding[];
}

/** Settings are those of its type in the catalogue, with defaults. */
export type Task = (
  context: TaskContext,
  settings: Readonly<Record<string, unknown>>,
) => Promise<TaskOutcome>;

export type TaskTable = Readonly<Record<TaskType, Task>>;
