import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { SecondFactorService } from './second-factor-service.ts';

export function secondFactorRoutes(
  factors: SecondFactorService,
): Handlers<(typeof contract)['secondFactors']> {
  return {
    read: ({ caller }) => factors.read(caller),
    beginProof: ({ caller }) => factors.beginProof(caller),
    beginTotp: ({ caller, body, ip }) => factors.beginTotp({ caller, ip, ...body }),
    finishTotp: ({ caller, body }) => factors.finishTotp(caller, body),
    beginPasskey: ({ caller, body, ip }) => factors.beginPasskey({ caller, ip, ...body }),
    finishPasskey: ({ caller, body }) => factors.finishPasskey(caller, body),
    remove: async ({ caller, params, body, ip }) => {
      await factors.remove({ caller, ip, id: params.id, ...body });
      return undefined;
    },
    renewRecoveryCodes: ({ caller, body, ip }) =>
      factors.renewRecoveryCodes({ caller, ip, ...body }),
    readOfUser: ({ caller, params }) => factors.readOfUser(caller, params.id),
    resetOfUser: async ({ caller, params }) => {
      await factors.resetOfUser(caller, params.id);
      return undefined;
    },
  };
}
