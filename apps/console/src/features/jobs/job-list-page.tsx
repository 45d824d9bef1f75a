export function JobListPage() {
  return null;
}
