const ONE_SEGMENT = /^\/+([^/]+)\/*$/;
/** A code, and behind it what programs take for a part of an address: marks of all scripts, blanks, quotes. */
const CODE_AND_TAIL = /^([0-9A-Za-z_-]+)(?![\w-])[\p{P}\p{Z}\p{Cf}\s>|~`]+$/u;

/**
 * The code that a path asks for, in its one spelling: percent signs decoded once (RFC 3986, 6.2.2.2), slashes around it left out.
 * Undefined for a path of several segments or of none, and for one that decodes to no text.
 */
export function codeInPath(path: string): string | undefined {
  const segment = ONE_SEGMENT.exec(path)?.[1];
  if (segment === undefined || !segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** A code without what chat programs add at the end of an address (`.`, `)`, `。`); any other text as it is. */
export function withoutTail(code: string): string {
  return CODE_AND_TAIL.exec(code)?.[1] ?? code;
}
