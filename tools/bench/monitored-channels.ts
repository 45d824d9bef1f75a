/** Live channels for monitors: their sources and outputs come from a process of its own, `monitored-server.ts`. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type ChannelInput, channelInput } from '@interlude/contract';
import { freePorts } from '../free-ports.ts';

/** Of the stitcher and of the monitors, which sign their keys with it. */
export const monitoredSecretKey: Buffer = Buffer.alloc(32, 7);

/** A break of 11.52 s every 46.08 s, which the lab's ads fill. */
const schedule = 'every=46.08&break=11.52';

/** A channel of the platform as it is watched; each is a source of its own. */
export function monitoredInput(index: number, labUrl: string) {
  return channelInput.parse({
    name: `Monitored ${String(index).padStart(3, '0')}`,
    type: 'hls-live',
    state: 'enabled',
    // Measured by rows of its own; the segments of this source are no decodable media.
    decodeSplices: false,
    sourceManifestUrl: `${labUrl}/live/ts/cue/master.m3u8?${schedule}&channel=${index}`,
    adSource: { system: 'gva', url: `${labUrl}/ads/vast`, params: {} },
    adSlateManifestUrl: `${labUrl}/slate/ts/master.m3u8`,
  } satisfies ChannelInput);
}

export interface MonitoredChannel {
  readonly id: string;
  readonly tenantId: string;
}

interface ChannelsMessage {
  readonly channels: readonly MonitoredChannel[];
}

/** True for a message that lists the channels to play. */
export function isMonitoredChannels(message: unknown): message is ChannelsMessage {
  return typeof message === 'object' && message !== null && 'channels' in message;
}

export interface MonitoredServer {
  readonly labUrl: string;
  /** Environment of a platform whose monitors watch the channels. */
  readonly env: Readonly<Record<string, string>>;
  play(channels: readonly MonitoredChannel[]): Promise<void>;
  stop(): Promise<void>;
}

function end(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  return ended;
}

export async function startMonitoredServer(): Promise<MonitoredServer> {
  const [labPort = 0, stitcherPort = 0] = await freePorts(2);
  const child = fork(
    new URL('monitored-server.ts', import.meta.url),
    [String(labPort), String(stitcherPort)],
    { execArgv: ['--conditions=@interlude/source', '--max-semi-space-size=16'] },
  );
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the process of sources and outputs ended with ${code}`);
    }),
  ]);
  const hosts = [labPort, stitcherPort].map((port) => `127.0.0.1:${port}`);
  return {
    labUrl: `http://${hosts[0]}`,
    env: {
      INTERLUDE_DEMO: 'off',
      INTERLUDE_SECRET_KEY: monitoredSecretKey.toString('base64'),
      STITCHER_PUBLIC_URL: `http://${hosts[1]}`,
      EGRESS_ALLOW: hosts.join(),
    },
    async play(channels) {
      const played = once(child, 'message');
      child.send({ channels });
      await played;
    },
    stop: async () => {
      await end(child);
    },
  };
}
