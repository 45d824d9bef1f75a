/** For which types of channel a setting is there (CHE-051 to CHE-063, SLATE-001). Pure. */
import { type ChannelType, channelMode, manifestType } from '@interlude/contract';

interface Typed {
  readonly type?: ChannelType | undefined;
}

/** A channel that says nothing is what a new one is. */
const typeOf = ({ type = 'hls-live' }: Typed): ChannelType => type;

export const isLive = (values: Typed): boolean => channelMode(typeOf(values)) === 'live';
export const isVod = (values: Typed): boolean => !isLive(values);
export const isHls = (values: Typed): boolean => manifestType(typeOf(values)) === 'hls';
