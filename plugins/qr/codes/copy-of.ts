import type { CodeRow } from './code-row.ts';

/** As the resource has it. */
const NAME_LENGTH = 100;
/**
 * What a copy takes over. The short code, what is shared and what became of the first one stay with that one; so does its
 * group, which belongs to its owner and would give a new code rules of its own.
 */
const TAKEN = [
  'targets',
  'rotation_model',
  'jump_type',
  'forward_query',
  'access_mode',
  'visit_restriction',
  'visit_rules',
  'open_log',
  'expires_after',
  'expired_target',
  'state',
  'remark',
  'tags',
  'design',
  'is_link',
] as const satisfies readonly (keyof CodeRow)[];

/**
 * The body that makes a code like another one.
 * @param nameOf what the copy of a code of this name is called
 * @param now milliseconds since 1970: an end that has passed is not taken over, or the copy would answer nobody
 */
export function copyOf(
  code: CodeRow,
  nameOf: (name: string) => string,
  now: number,
): Record<string, unknown> {
  const spare = NAME_LENGTH - nameOf('').length;
  const expires_at = code.expires_at !== null && Date.parse(code.expires_at) > now ? code.expires_at : null;
  return {
    ...Object.fromEntries(TAKEN.map((name) => [name, code[name]])),
    // Not in the middle of a letter that takes two places.
    name: nameOf(code.name.slice(0, spare).replace(/[\ud800-\udbff]$/, '')),
    expires_at,
  };
}
