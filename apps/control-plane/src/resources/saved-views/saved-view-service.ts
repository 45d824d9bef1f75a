/** Saved views: a person's own, and those of the company, which operators maintain. */
import {
  operators,
  type SavedView,
  type SavedViewInput,
  type SavedViewPatch,
  type SavedViewScope,
  savedViewLimits,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { SavedViewStore } from '@interlude/persistence';
import type { Caller } from '../../http/call.ts';

export interface SavedViewService {
  list(caller: Caller): Promise<SavedView[]>;
  /** @throws {DomainError} ROLE_FORBIDDEN, SAVED_VIEW_NAME_TAKEN, SAVED_VIEWS_TOO_MANY */
  create(caller: Caller, input: SavedViewInput): Promise<SavedView>;
  /** @throws {DomainError} ROLE_FORBIDDEN, SAVED_VIEW_NOT_FOUND, SAVED_VIEW_NAME_TAKEN */
  update(caller: Caller, id: string, patch: SavedViewPatch): Promise<SavedView>;
  /** @throws {DomainError} ROLE_FORBIDDEN, SAVED_VIEW_NOT_FOUND */
  remove(caller: Caller, id: string): Promise<void>;
}

function refuseScope({ role }: Caller, scope: SavedViewScope): void {
  if (scope === 'company' && !operators.includes(role)) throw domainError('ROLE_FORBIDDEN');
}

export function createSavedViewService(views: SavedViewStore): SavedViewService {
  /** A view that the caller may change. */
  async function changeable(caller: Caller, id: string): Promise<SavedView> {
    const view = await views.find(caller, id);
    if (!view) throw domainError('SAVED_VIEW_NOT_FOUND');
    refuseScope(caller, view.scope);
    return view;
  }

  return {
    list: (caller) => views.list(caller),
    create: async (caller, input) => {
      refuseScope(caller, input.scope);
      const most = savedViewLimits[input.scope];
      const made = await views.create(caller, input, most);
      if (!made) throw domainError('SAVED_VIEWS_TOO_MANY', { most });
      return made;
    },
    update: async (caller, id, patch) => {
      await changeable(caller, id);
      const saved = await views.update(caller, id, patch);
      if (!saved) throw domainError('SAVED_VIEW_NOT_FOUND');
      return saved;
    },
    remove: async (caller, id) => {
      await changeable(caller, id);
      if (!(await views.remove(caller, id))) throw domainError('SAVED_VIEW_NOT_FOUND');
    },
  };
}
