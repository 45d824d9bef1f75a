export function ChannelPage() {
  return null;
}
