import { z } from 'zod';

/** Longest line either side takes, bytes. */
export const LONGEST_LINE = 1024 * 1024;

/** One line asks. */
export const zAsked = z.strictObject({ id: z.int(), ask: z.string().max(64), given: z.unknown() });
/** One line answers; `fault` is the message of what the program has thrown. */
export const zAnswered = z.union([
  z.strictObject({ id: z.int(), answer: z.unknown() }),
  z.strictObject({ id: z.int(), fault: z.string() }),
]);

/**
 * Takes bytes as they come and hands on whole lines.
 * @returns what takes the next bytes; @throws RangeError for a line that is too long
 */
export function splitLines(take: (line: string) => void): (bytes: Uint8Array) => void {
  let waiting: Uint8Array[] = [];
  let size = 0;
  return (bytes) => {
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      waiting.push(bytes.slice(from, end));
      from = end + 1;
      const line = Buffer.concat(waiting).toString('utf8');
      waiting = [];
      size = 0;
      take(line);
    }
    size += bytes.length - from;
    if (size > LONGEST_LINE) throw new RangeError(`a line has more than ${LONGEST_LINE} bytes`);
    if (from < bytes.length) waiting.push(bytes.slice(from));
  };
}
