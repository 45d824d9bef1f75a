import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { AdServerTests } from './ad-server-tests.ts';

export function adServerRoutes(tests: AdServerTests): Handlers<(typeof contract)['adServers']> {
  return { test: ({ caller, body }) => tests.run(caller.tenantId, body) };
}
