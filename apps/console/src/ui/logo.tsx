/** The mark: two pieces of content and the interlude between them. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#4257d6" />
      <path d="M6 12h7v8H6zM19 12h7v8h-7z" fill="#fff" />
      <path d="M14 7h4v18h-4z" fill="#f0a56c" />
    </svg>
  );
}
