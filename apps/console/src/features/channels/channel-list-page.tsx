export function ChannelListPage() {
  return null;
}
