import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { AnnotationService } from './annotation-service.ts';

export function annotationRoutes(
  annotations: AnnotationService,
): Handlers<(typeof contract)['annotations']> {
  return {
    list: ({ caller, query }) => annotations.list(caller, query),
    create: ({ caller, body }) => annotations.create(caller, body),
    remove: async ({ caller, params }) => {
      await annotations.remove(caller, params.id);
      return undefined;
    },
  };
}
