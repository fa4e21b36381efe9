import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { ReaderRequest } from './protocol.ts';
import { createReaderThread } from './reader-thread.ts';

/** Entry of a reader thread: the first message names the file. */
declare const self: Worker;

/** How much a reader steps back behind the thread that serves everybody (nice value, on this thread alone). */
const STEP_BACK = 5;
if (process.platform === 'linux') {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, STEP_BACK);
}

/**
 * A scan leaves a lot behind. The collector of a thread is slow to begin and asks for more memory instead; called for,
 * it takes some milliseconds of this thread, whose work is long anyway.
 */
const COLLECT_MILLISECONDS = 150;
let collectedAt = 0;
const collect = (): void => {
  if (performance.now() - collectedAt < COLLECT_MILLISECONDS) return;
  Bun.gc(true);
  collectedAt = performance.now();
};

let thread: ReturnType<typeof createReaderThread> | undefined;

self.onmessage = (event: MessageEvent<ReaderRequest>) => {
  const request = event.data;
  if (request.kind === 'open') {
    thread = createReaderThread({
      file: request.file,
      betweenSlices: collect,
      send: (answer, transfer) => self.postMessage(answer, transfer),
    });
  } else thread?.receive(request);
};
