import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AskedDrawing, DRAWINGS, type Drawing, type Drawn } from './draw.ts';
import { sniffPicture } from './kinds.ts';

/** The largest picture that is opened has 64 MiB of pixels, and some copies of them while it is drawn. */
const MOST_BYTES = 512 * 2 ** 20;
const LOOK_MS = 20;
/** How long a picture may take. */
const PATIENCE_MS = 20_000;
/** How long a process waits for the next picture. */
const IDLE_MS = 30_000;
const PAGE_BYTES = 4096;

interface Limits {
  mostBytes?: number;
  patienceMs?: number;
  idleMs?: number;
}

interface Child {
  process: Bun.Subprocess;
  answer: PromiseWithResolvers<{ drawn: unknown } | 'over'>;
}

/**
 * A process that decodes pictures of strangers: one at a time, begun with the first and ended when none follows. What it is given may fill its
 * memory or never end; then it ends, and the next picture has another one.
 */
export function createPictureProcess({
  mostBytes = MOST_BYTES,
  patienceMs = PATIENCE_MS,
  idleMs = IDLE_MS,
}: Limits = {}) {
  let child: Child | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let before: Promise<unknown> = Promise.resolve();

  const end = (): void => {
    child?.process.kill('SIGKILL');
    child = undefined;
  };
  const begin = (): Child => {
    const begun: Child = {
      answer: Promise.withResolvers(),
      process: Bun.spawn([process.execPath, join(import.meta.dir, 'main.ts')], {
        // It needs nothing of what this process was started with, and what it was started with are secrets.
        env: {},
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'ignore',
        serialization: 'advanced',
        ipc: (message: { drawn: unknown }) => begun.answer.resolve(message),
        onExit: () => {
          begun.answer.resolve('over');
          if (child === begun) child = undefined;
        },
      }),
    };
    // Whoever only waits for the next picture keeps nobody from ending.
    begun.process.unref();
    return begun;
  };

  /** @returns 'over' when the process has ended meanwhile, or was ended */
  const ask = async (asked: AskedDrawing): Promise<{ drawn: unknown } | 'over'> => {
    clearTimeout(idle);
    try {
      child ??= begin();
    } catch {
      // A contained process may start no other: it is one that may run out of memory alone.
      return { drawn: await DRAWINGS[asked.drawing](asked.bytes, asked.side) };
    }
    const { process: asking } = child;
    child.answer = Promise.withResolvers();
    const patience = setTimeout(end, patienceMs);
    const look = setInterval(() => {
      if (memoryOf(asking.pid) > mostBytes) end();
    }, LOOK_MS);
    try {
      asking.ref();
      asking.send(asked);
      return await child.answer.promise;
    } finally {
      clearTimeout(patience);
      clearInterval(look);
      asking.unref();
      idle = setTimeout(end, idleMs);
      idle.unref();
    }
  };

  return {
    async draw<D extends Drawing>(
      drawing: D,
      bytes: Uint8Array,
      side: number,
    ): Promise<Drawn<D> | undefined> {
      if (sniffPicture(bytes) === undefined) return undefined;
      const mine = before.then(() => ask({ drawing, bytes, side }));
      before = mine.catch(() => undefined);
      const answer = await mine;
      return answer === 'over' ? undefined : (answer.drawn as Drawn<D> | undefined);
    },
    /** Ends the process; the next picture begins another. */
    end,
  };
}

/** Bytes that a process has in memory; 0 where nobody says. */
function memoryOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
