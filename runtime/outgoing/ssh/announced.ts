import { randomBytes } from 'node:crypto';

/** Says its own number, becomes the program, and is that number still: the words behind are given on as they are, and read by nobody. */
const BEGIN = 'printf "%s%s\\n" "$1" "$$" >&2; shift; exec "$@"';
/** Ends the program and what it has started with it, or where it leads no group the program alone. */
const END = 'kill -s "$1" -- "-$2" 2>/dev/null || kill -s "$1" "$2"';
/** Bytes of the second output in which the number is looked for: login shells may have something to say before. */
const HELD_BYTES = 16_384;

export interface Announced {
  /** What is run in the place of the program. */
  words: string[];
  /** A piece of its second output; what is the program's own of all pieces so far and was not answered yet. */
  heard(piece: Buffer): Buffer;
  /** What was held back for a number that did not come. */
  left(): Buffer;
  /** Words of a program that sends it a signal; undefined: it has not said its number. */
  kill(signal: 'TERM' | 'KILL'): string[] | undefined;
}

/** A program that says which process it is, so that it can be ended. */
export function announced(words: readonly string[]): Announced {
  const mark = `waypost:${randomBytes(12).toString('hex')}:`;
  let held: Buffer | undefined = Buffer.alloc(0);
  let process: string | undefined;
  return {
    words: ['sh', '-c', BEGIN, 'sh', mark, ...words],
    heard(piece) {
      if (held === undefined) return piece;
      held = Buffer.concat([held, piece]);
      const at = held.indexOf(mark);
      const end = at < 0 ? -1 : held.indexOf('\n', at);
      if (end < 0 && held.length < HELD_BYTES) return Buffer.alloc(0);
      const all = held;
      held = undefined;
      if (end < 0) return all;
      const number = all.subarray(at + mark.length, end).toString('latin1');
      if (/^[1-9]\d{0,9}$/.test(number)) process = number;
      return Buffer.concat([all.subarray(0, at), all.subarray(end + 1)]);
    },
    left() {
      const rest = held ?? Buffer.alloc(0);
      held = undefined;
      return rest;
    },
    kill: (signal) => (process === undefined ? undefined : ['sh', '-c', END, 'sh', signal, process]),
  };
}
