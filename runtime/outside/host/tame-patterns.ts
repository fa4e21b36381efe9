import { z } from 'zod';

/** Letters of a text that a pattern of a plugin is held against. */
const MAX_LETTERS = 1_000;
const MAX_PATTERN = 500;
/** How the time grows with the text at most: its square, a million steps. */
const MAX_GROWTH = 2;
/** From so many repetitions on, a part counts as one of open length. */
const MANY = 10;

/** What is written for the formats of zod itself, which the host checks by their names. */
const FORMATS: ReadonlyMap<unknown, unknown> = new Map(
  [z.email(), z.url(), z.uuid(), z.ipv4(), z.ipv6(), z.iso.date(), z.iso.time(), z.iso.datetime()].map(
    (schema) => {
      const { format, pattern } = z.toJSONSchema(schema, { io: 'input' });
      return [format, pattern];
    },
  ),
);

/**
 * The schema of an isolated plugin's settings, as the host may check values with it: a pattern that tries many ways would stop every
 * other call meanwhile.
 * @throws TypeError for a pattern whose time grows faster than the square of a text
 */
export function withTamePatterns(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return tamed(schema) as Record<string, unknown>;
}

function tamed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tamed);
  if (typeof node !== 'object' || node === null) return node;
  const { pattern, patternProperties, ...rest } = node as Record<string, unknown>;
  const copy = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, tamed(inner)]));
  if (typeof patternProperties === 'object' && patternProperties !== null) {
    for (const key of Object.keys(patternProperties)) requireTame(key);
    copy.patternProperties = tamed(patternProperties);
  }
  // A setting may itself be called `pattern`: it is a schema then, and no text.
  if (typeof pattern !== 'string') return pattern === undefined ? copy : { ...copy, pattern: tamed(pattern) };
  if (FORMATS.get(rest.format) === pattern) return copy;
  requireTame(pattern);
  const given = typeof rest.maxLength === 'number' ? rest.maxLength : MAX_LETTERS;
  return { ...copy, pattern, maxLength: Math.min(given, MAX_LETTERS) };
}

function requireTame(pattern: string): void {
  if (isTame(pattern)) return;
  throw new TypeError(
    `settings: the pattern ${pattern.slice(0, 100)} may take too long; use at most two parts of open length between ^ and $, no repeated groups, nothing that looks ahead or back`,
  );
}

/** Whether the time that a pattern takes grows with the square of a text at most, whatever the text. */
export function isTame(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN) return false;
  const bare = pattern
    .replaceAll(/\\[^\dkpP]/g, 'x')
    .replaceAll(/\\[pP]\{[^}]*\}/g, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x');
  // Back references, what looks ahead or back, groups that repeat.
  if (/\\|\(\?(?!:)|\)[*+?{]/.test(bare)) return false;
  const repeats = bare.match(/[*+]|\{\d+(?:,\d*)?\}/g) ?? [];
  const open = repeats.filter((repeat) => !(largestOf(repeat) <= MANY)).length;
  const optional = bare.replaceAll(/[*+}]\?|\(\?:/g, '').match(/\?/g)?.length ?? 0;
  const few = repeats.length - open + optional + (bare.match(/\|/g)?.length ?? 0);
  // Searched for from each place of the text, unless it begins at its beginning.
  const isAnchored = bare.startsWith('^') && !bare.includes('|');
  return open + (isAnchored ? 0 : 1) <= MAX_GROWTH && few <= MANY;
}

/** How often a part is repeated at most. */
function largestOf(repeat: string): number {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(repeat) ?? [];
  if (least === undefined) return Number.POSITIVE_INFINITY;
  // As often as it says, neither more nor less: one way.
  if (comma === '') return 1;
  return most === '' ? Number.POSITIVE_INFINITY : Number(most) - Number(least);
}
