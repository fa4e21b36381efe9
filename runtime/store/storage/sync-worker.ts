import { fdatasyncSync } from 'node:fs';
import { openSyncSignals } from './sync-signals.ts';

/**
 * Syncs the write-ahead log whenever it is asked to, on a thread of its own: the disk may take long. Message in: the
 * signals' memory and the file's descriptor. Message out: `up`, once.
 */
declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<{ memory: SharedArrayBuffer; descriptor: number }>) => {
  const signals = openSyncSignals(data.memory);
  self.postMessage('up');
  for (let number = signals.next(); number !== undefined; number = signals.next()) {
    let hasFailed = false;
    try {
      fdatasyncSync(data.descriptor);
    } catch {
      // What exactly failed does not matter: what the log holds on the disk is unknown from now on.
      hasFailed = true;
    }
    signals.done(number, hasFailed);
  }
};
