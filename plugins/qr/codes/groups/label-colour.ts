/** Hues far enough apart to be told from each other, degrees. */
const HUES = [8, 32, 95, 150, 185, 212, 250, 285, 325] as const;

/** The hue of a group or tag: the same name has the same one everywhere, without anybody choosing it. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return HUES[sum % HUES.length] ?? HUES[0];
}
