import type { MachineOutput } from '@waypost/sdk/platform';

export interface KeptOutput {
  add(piece: Uint8Array): void;
  read(): MachineOutput;
}

/** Keeps the beginning of what a program writes and counts the rest: however much it is, no more than the limit is in memory. */
export function keepOutput(limitBytes: number): KeptOutput {
  const pieces: Uint8Array[] = [];
  let kept = 0;
  let total = 0;
  return {
    add(piece) {
      total += piece.length;
      if (kept >= limitBytes) return;
      // Its own bytes: a part of a larger buffer would keep all of that.
      const part = Uint8Array.from(piece.subarray(0, limitBytes - kept));
      pieces.push(part);
      kept += part.length;
    },
    read: () => ({ bytes: Buffer.concat(pieces), total }),
  };
}
