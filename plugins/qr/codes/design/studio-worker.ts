import { drawPicture } from '../draw-picture.ts';
import { findFault } from './readable.ts';
import type { StudioAnswer, StudioWork } from './studio-work.ts';

declare const self: Worker;

async function answerTo(work: StudioWork): Promise<StudioAnswer> {
  const { address, design } = work;
  if (work.kind === 'judge') return { kind: 'judge', fault: findFault(address, design) };
  return { kind: 'draw', picture: await drawPicture(address, work.style, design) };
}

self.onmessage = async ({ data }: MessageEvent<StudioWork>) => {
  try {
    self.postMessage(await answerTo(data));
  } catch (error) {
    self.postMessage({ kind: 'failed', reason: String(error) } satisfies StudioAnswer);
  }
};
