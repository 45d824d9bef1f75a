/** AudioChannelConfiguration of an MPD as a number of channels (23009-1 5.8.5.4, DASH-IF IOP 6.3). */
import type { AdaptationSet, Representation, XmlElement } from '@interlude/dash';

/** Channels of a ChannelConfiguration of ISO/IEC 23091-3. */
const cicp: Readonly<Record<string, number>> = {
  ...{ '1': 1, '2': 2, '3': 3, '4': 4, '5': 5, '6': 6, '7': 8, '9': 3, '10': 4, '11': 7, '12': 8 },
};
/** Channels of each bit of Dolby's channel mask (ETSI TS 103 190-1 G.3): L, C, R, Ls, Rs, Lc/Rc, … */
const dolbyBits: readonly number[] = [1, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 2, 1, 1];

function dolbyChannels(text: string): number | undefined {
  if (!/^[0-9a-f]{4}$/i.test(text)) return undefined;
  const bits = Number.parseInt(text, 16);
  return dolbyBits.reduce(
    (sum, channels, index) => sum + ((bits >> (15 - index)) & 1 ? channels : 0),
    0,
  );
}

function channelsOf(element: XmlElement): number | undefined {
  const value = element.attribute('value')?.trim() ?? '';
  const scheme = element.attribute('schemeIdUri')?.toLowerCase() ?? '';
  if (scheme.includes('dolby.com')) return dolbyChannels(value);
  if (scheme.includes('channelconfiguration')) return cicp[value];
  return /^\d{1,3}$/.test(value) ? Number(value) : undefined;
}

/** Undefined when neither the Representation nor its AdaptationSet declares it. */
export function channelsOfSet(
  { element: set }: AdaptationSet,
  { element: representation }: Representation,
): number | undefined {
  const declared = [representation, set].flatMap((element) =>
    element.childrenNamed('AudioChannelConfiguration'),
  );
  return declared.map(channelsOf).find((channels) => channels !== undefined);
}
