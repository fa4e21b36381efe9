/**
 * How well a name fits what somebody types, whatever its capitals: 0 all of it, 1 its beginning, 2 the beginning of a word,
 * 3 anywhere; undefined: not at all.
 */
export function fitOf(name: string, text: string): number | undefined {
  const lower = name.toLowerCase();
  const wanted = text.trim().toLowerCase();
  if (lower === wanted) return 0;
  if (lower.startsWith(wanted)) return 1;
  if (lower.split(/\s+/).some((word) => word.startsWith(wanted))) return 2;
  return lower.includes(wanted) ? 3 : undefined;
}
