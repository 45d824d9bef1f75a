import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { SlateUploads } from './slate-upload.ts';
import type { UploadTickets } from './socket/upload-tickets.ts';

export function uploadRoutes(
  slates: SlateUploads,
  tickets: Pick<UploadTickets, 'create'>,
): Handlers<(typeof contract)['uploads']> {
  return {
    uploadAdSlate: ({ caller, params, request, reply }) =>
      slates.upload({ caller, channelId: params.id, request, reply }),
    uploadState: ({ caller, params }) => slates.state(caller, params.id),
    cancelUpload: async ({ caller, params }) => {
      await slates.cancel(caller, params.id);
      return undefined;
    },
    eventsTicket: async ({ caller }) => ({ token: await tickets.create(caller) }),
  };
}
