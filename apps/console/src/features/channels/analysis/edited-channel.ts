/** The id of the channel that the page edits. */
import { useParams } from '@tanstack/react-router';
import { newId } from '../../../paths.ts';

/** Undefined for a channel that was never saved. */
export function useEditedChannelId(): string | undefined {
  const { channelId = newId } = useParams({ strict: false });
  return channelId === newId ? undefined : channelId;
}
