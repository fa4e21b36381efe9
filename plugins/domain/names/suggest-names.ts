import { DOMAIN_SUFFIXES } from '@waypost/contract';

/**
 * Names that what somebody has typed so far may become: with the endings that people most often have. Nothing for what is empty,
 * or has such an ending already.
 */
export function suggestNames(typed: string): string[] {
  const text = typed.trim();
  if (text === '' || DOMAIN_SUFFIXES.some((suffix) => text.endsWith(suffix))) return [];
  const dot = text.lastIndexOf('.');
  const begun = dot < 1 ? [] : DOMAIN_SUFFIXES.filter((suffix) => suffix.startsWith(text.slice(dot)));
  // Behind a dot an ending is being typed, and nothing stands behind it.
  if (begun.length > 0) return begun.map((suffix) => `${text.slice(0, dot)}${suffix}`);
  return text.endsWith('.') ? [] : DOMAIN_SUFFIXES.map((suffix) => `${text}${suffix}`);
}
