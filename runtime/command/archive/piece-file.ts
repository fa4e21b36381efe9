import { closeSync, openSync, writeSync } from 'node:fs';

const FLUSH_BYTES = 1024 * 1024;

/** A new file that is written in large pieces, whatever the size of what is added. */
export interface PieceFile {
  add(part: Uint8Array): void;
  /** Writes the rest and closes it. */
  finish(): void;
  /** Closes it as it is, if it is open. */
  abandon(): void;
}

/** @param flags `wx`: it must not exist; `w`: what it holds is dropped */
export function openPieceFile(file: string, flags: 'wx' | 'w' = 'wx'): PieceFile {
  const output = openSync(file, flags, 0o600);
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(output);
    isOpen = false;
  };
  const flush = (): void => {
    const chunk = Buffer.concat(parts);
    for (let at = 0; at < chunk.length; ) at += writeSync(output, chunk, at, chunk.length - at);
    parts = [];
    bytes = 0;
  };
  return {
    add(part) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= FLUSH_BYTES) flush();
    },
    finish() {
      try {
        flush();
      } finally {
        close();
      }
    },
    abandon: close,
  };
}
