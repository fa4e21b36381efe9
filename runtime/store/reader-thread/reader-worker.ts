import { heapSize } from 'bun:jsc';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { ReaderRequest } from '../readers/protocol.ts';
import { openSignals } from '../readers/signals.ts';
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
/** With much to keep it takes longer; it gets no more than this part of the time. */
const COLLECT_SHARE = 10;
let nextCollection = 0;
const collect = (): void => {
  const started = performance.now();
  if (started < nextCollection) return;
  Bun.gc(true);
  const ended = performance.now();
  nextCollection = ended + Math.max(COLLECT_MILLISECONDS, (ended - started) * COLLECT_SHARE);
};

let thread: ReturnType<typeof createReaderThread> | undefined;

self.onmessage = (event: MessageEvent<ReaderRequest>) => {
  const request = event.data;
  if (request.kind === 'open') {
    thread = createReaderThread({
      file: request.file,
      betweenSlices: collect,
      memory: () => process.memoryUsage.rss(),
      heap: heapSize,
      collect: () => Bun.gc(true),
      signals: openSignals(request.signals),
      send: (answer, transfer) => self.postMessage(answer, transfer),
    });
  } else thread?.receive(request);
};
