/** Title and source media of a creative: found, or created for a new creative. */
import { createHash } from 'node:crypto';
import { deliveredState, type TitleType, titleTypes } from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { notifyChange } from '../changes/change-feed.ts';
import { scopeNow, type TenantScope } from '../scope.ts';

/** Derived from the clip id, so that two concurrent requests create one title. */
function titleIdOfClip(clipId: string): string {
  const hex = createHash('sha256').update(`title:${clipId}`).digest('hex');
  // UUID version 8 (RFC 9562 §5.8), whose bits are free to define.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface TitleOfClip {
  readonly id: string;
  readonly type: TitleType;
  readonly name: string;
  readonly isNew: boolean;
}

const titleTypeOf = (text: string): TitleType => titleTypes.find((type) => type === text) ?? 'ad';

interface ClipToName {
  readonly clipId: string;
  readonly name: string;
  /** Type of a title that is created. */
  readonly titleType?: 'ad' | 'ad-slate' | undefined;
}

/**
 * The title whose id is the clip id (slates), else the one whose id is derived from it; a new one when there is none.
 */
export async function findTitleOfClip(
  { db }: TenantScope,
  request: ClipToName,
): Promise<TitleOfClip> {
  const ids = [request.clipId, titleIdOfClip(request.clipId)];
  const rows = await db
    .selectFrom('titles')
    .select(['id', 'type', 'name'])
    .where('id', 'in', ids)
    .execute();
  const row = rows.find(({ id }) => id === request.clipId) ?? rows[0];
  if (row !== undefined) return { ...row, type: titleTypeOf(row.type), isNew: false };
  const name = (request.name.trim() || request.clipId).slice(0, 300);
  return {
    id: titleIdOfClip(request.clipId),
    type: request.titleType ?? 'ad',
    name,
    isNew: true,
  };
}

export async function insertTitle(scope: TenantScope, title: TitleOfClip): Promise<void> {
  const now = scopeNow(scope);
  const { id, name, type } = title;
  await scope.db
    .insertInto('titles')
    .values({ id, name, type, state: deliveredState, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await notifyChange(scope.db, { tenant: scope.tenantId, kind: 'titles', id, action: 'created' });
}

/** The newest source media of the title; with `mediaUrl`, the newest one with that address. */
export async function findSource(
  { db }: TenantScope,
  titleId: string,
  mediaUrl: string | undefined,
): Promise<string | undefined> {
  let query = db
    .selectFrom('medias')
    .select('id')
    .where('title_id', '=', titleId)
    .where('type', '=', 'source');
  if (mediaUrl !== undefined) query = query.where('url', '=', mediaUrl);
  const row = await query.orderBy('created_at', 'desc').limit(1).executeTakeFirst();
  return row?.id;
}

/** Lower-case letters and digits after the last dot of the path; empty when there are none. */
function extensionOf(mediaUrl: string): string {
  const path = URL.canParse(mediaUrl) ? new URL(mediaUrl).pathname : '';
  return /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

export async function insertSource(
  scope: TenantScope,
  title: TitleOfClip,
  mediaUrl: string,
): Promise<string> {
  const now = scopeNow(scope);
  const id = newId(now.getTime());
  await scope.db
    .insertInto('medias')
    .values({
      id,
      title_id: title.id,
      name: title.name,
      type: 'source',
      url: mediaUrl,
      ext: extensionOf(mediaUrl),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await notifyChange(scope.db, { tenant: scope.tenantId, kind: 'medias', id, action: 'created' });
  return id;
}
