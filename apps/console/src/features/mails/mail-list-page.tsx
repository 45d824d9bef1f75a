export function MailListPage() {
  return null;
}
