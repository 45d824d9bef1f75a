/** Reads an asset: for its form, and for the name above its medias and jobs. */
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useStoredItem } from '../stored-item/use-stored-item.ts';

export function useTitle(id: string) {
  return useStoredItem('titles', id, (call) => api(routes.titles.read, call));
}
