/** Applies a plan, change by change; the first failure ends it, and running the command again continues. */
import { ApiError, type Interlude } from '@interlude/client';
import {
  channelInput,
  channelUpdate,
  playlistInput,
  playlistUpdate,
  systemInput,
  systemUpdate,
} from '@interlude/contract';
import { filledBody, resolvedBody } from './bodies.ts';
import type { Wanted } from './documents.ts';
import type { Existing, Values } from './kinds.ts';
import type { NameBook } from './name-book.ts';
import type { Change } from './plan.ts';
import type { Environment } from './secret-texts.ts';

export interface ApplyOptions {
  readonly interlude: Interlude;
  readonly book: NameBook;
  readonly environment: Environment;
  /** Called after each change, with a note about it if there is one. */
  readonly done: (change: Change, note: string | undefined) => void;
}

/** The resource was changed by another user after the plan was made. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';

  constructor() {
    super('Somebody else has changed it since the plan was made. Look at the new plan.');
  }
}

async function create({ kind }: Wanted, body: Values, { interlude, book }: ApplyOptions) {
  if (kind === 'channel') {
    await interlude.channels.create({ body: channelInput.parse(body) });
  } else if (kind === 'playlist') {
    const made = await interlude.playlists.create({ body: playlistInput.parse(body) });
    book.notePlaylist(made.name, made.outputUris);
  } else {
    const made = await interlude.systems.create({ body: systemInput.parse(body) });
    if (made.type === 'ssai-cluster') book.noteSystem(made.name, made.id);
  }
}

async function save(
  { kind }: Wanted,
  { id, updatedAt }: Existing,
  body: Values,
  { interlude, book }: ApplyOptions,
) {
  const params = { id };
  const given = { ...body, updatedAt };
  if (kind === 'channel') {
    await interlude.channels.update({ params, body: channelUpdate.parse(given) });
  } else if (kind === 'playlist') {
    const saved = await interlude.playlists.update({ params, body: playlistUpdate.parse(given) });
    book.notePlaylist(saved.name, saved.outputUris);
  } else {
    await interlude.systems.update({ params, body: systemUpdate.parse(given) });
  }
}

async function remove({ kind, id, updatedAt }: Existing, { interlude }: ApplyOptions) {
  const input = { params: { id } };
  const of = { channel: interlude.channels, playlist: interlude.playlists };
  const resource = kind === 'system' ? interlude.systems : of[kind];
  // A deletion has no check of its own, and cannot be taken back.
  const now = await resource.read(input);
  if (now.updatedAt !== updatedAt) throw new ChangedMeanwhile();
  await resource.remove(input);
}

async function carryOut(change: Change, options: ApplyOptions): Promise<void> {
  if (change.action === 'delete') return await remove(change.existing, options);
  const { wanted } = change;
  const resolved = resolvedBody(wanted, options.book.actual, (problem) => {
    throw new Error(problem);
  });
  const body = filledBody(wanted, resolved, options.environment);
  if (change.action === 'create') return await create(wanted, body, options);
  return await save(wanted, change.existing, body, options);
}

/** Note of a save that was kept although its cluster has not taken it yet. */
function noteOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status < 400 ? error.message : undefined;
}

/** @throws the error of the first change that fails */
export async function applyPlan(changes: readonly Change[], options: ApplyOptions): Promise<void> {
  for (const change of changes) {
    let note: string | undefined;
    try {
      await carryOut(change, options);
    } catch (error) {
      note = noteOf(error);
      if (note === undefined) throw error;
    }
    options.done(change, note);
  }
}
