import { DOMAIN_SUFFIXES } from '@waypost/contract';

/**
 * Names that what somebody has typed so far may become: with the endings that people most often have. Nothing for what is empty,
 * or has such an ending already.
 */
export function suggestNames(typed: string): string[] {
  const text = typed.trim();
  if (text === '' || DOMAIN_SUFFIXES.some((suffix) => text.endsWith(suffix))) return [];
  // What is begun behind a dot is finished: the longest ending that it may be.
  for (let dot = text.indexOf('.', 1); dot !== -1; dot = text.indexOf('.', dot + 1)) {
    const begun = DOMAIN_SUFFIXES.filter((suffix) => suffix.startsWith(text.slice(dot)));
    if (begun.length > 0) return begun.map((suffix) => `${text.slice(0, dot)}${suffix}`);
  }
  return DOMAIN_SUFFIXES.map((suffix) => `${text}${suffix}`);
}
