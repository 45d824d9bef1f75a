/** The egress of a process of this installation, with access to its own private addresses. */
import { type Config, createEgress, type Egress, type Logger } from '@interlude/runtime';

/** Host and port of an address, as `EGRESS_ALLOW` writes them. */
function hostOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** The lab of the demo, which may run in another process of this machine. */
function labHosts({ demo, labPort }: OwnEgressConfig): string[] {
  return demo ? ['127.0.0.1', 'localhost'].map((host) => `${host}:${labPort}`) : [];
}

type OwnEgressConfig = Pick<Config, 'stitcherPublicUrl' | 'egressAllow' | 'demo' | 'labPort'>;

/** @see rule SEC-S60 */
export function createOwnEgress(config: OwnEgressConfig, logger: Logger): Egress {
  return createEgress({
    // A linear playlist is the source of a channel: every company may read the public address of this installation.
    allow: [hostOf(config.stitcherPublicUrl)],
    offer: [...config.egressAllow, ...labHosts(config)],
    ...{ logger, userAgent: 'Interlude' },
  });
}
