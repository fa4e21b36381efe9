import { edenGC, fullGC, heapSize } from 'bun:jsc';

/** Written between two collections of what is new: about a thousand rows, which leave ten times as much in memory. */
const YOUNG_BYTES = 512 * 1024;
/**
 * By so much the heap has grown when all of it is looked at: what outlived a collection of what is new stays until then. That
 * takes 50 ms in which no visit is answered: once in 50,000 rows, and not in 12,000.
 */
const GROWN_BYTES = 64 * 2 ** 20;

/**
 * Makes what keeps a process small while a long list is read and written down; it is told of each piece that is written.
 * By itself the engine lets its heap double before it collects what reading leaves behind, and takes the machine's
 * memory instead. Called for in time, what is new costs some milliseconds and no more of the processor than before;
 * `Bun.gc` is not for this: it throws compiled code away as well.
 */
export function createCollection(): (bytes: number) => void {
  let written = 0;
  let size = heapSize();
  return (bytes) => {
    written += bytes;
    if (written < YOUNG_BYTES) return;
    written = 0;
    edenGC();
    if (heapSize() - size < GROWN_BYTES) return;
    fullGC();
    size = heapSize();
  };
}
