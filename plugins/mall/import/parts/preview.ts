import { decodeText } from '@waypost/contract';

/** Bytes that are looked at, and lines that are shown. */
const LOOK_BYTES = 64_000;
const SHOWN_LINES = 5;

/** The first lines of a file as they will be read; undefined where nobody can read it. */
export async function previewOf(file: Blob): Promise<string[] | undefined> {
  const bytes = new Uint8Array(await file.slice(0, LOOK_BYTES).arrayBuffer());
  // What is cut off within a letter is no fault of the file's: up to its last line.
  const end = file.size > LOOK_BYTES ? bytes.lastIndexOf(10) + 1 : bytes.length;
  const text = decodeText(bytes.subarray(0, end));
  return text
    ?.split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, SHOWN_LINES);
}
