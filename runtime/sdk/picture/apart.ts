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
  /** The module that draws. */
  program?: string;
}

/** `over`: the picture has ended the process. */
type Answer = { drawn: unknown } | 'over' | { exitCode: number };

interface Child {
  process: Bun.Subprocess;
  answer: PromiseWithResolvers<Answer>;
}

/**
 * A process that decodes pictures of strangers: one at a time, begun with the first and ended when none follows. What it is given may fill its
 * memory or never end; then it ends, and the next picture has another one.
 */
export function createPictureProcess({
  mostBytes = MOST_BYTES,
  patienceMs = PATIENCE_MS,
  idleMs = IDLE_MS,
  program = join(import.meta.dir, 'main.ts'),
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
      process: Bun.spawn([process.execPath, program], {
        // It needs nothing of what this process was started with, and what it was started with are secrets.
        env: {},
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'ignore',
        serialization: 'advanced',
        ipc: (message: { drawn: unknown }) => begun.answer.resolve(message),
        onExit: (_, exitCode) => {
          begun.answer.resolve(exitCode ? { exitCode } : 'over');
          if (child === begun) child = undefined;
        },
      }),
    };
    // Whoever only waits for the next picture keeps nobody from ending.
    begun.process.unref();
    return begun;
  };

  const ask = async (asked: AskedDrawing): Promise<Answer> => {
    clearTimeout(idle);
    try {
      child ??= begin();
    } catch (error) {
      // A contained process may start no other: it is one that may run out of memory alone.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
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
    /** @throws where no process can be begun, or one fails by itself: no fault of the picture */
    async draw<D extends Drawing>(
      drawing: D,
      bytes: Uint8Array,
      side: number,
    ): Promise<Drawn<D> | undefined> {
      if (sniffPicture(bytes) === undefined) return undefined;
      const mine = before.then(() => ask({ drawing, bytes, side }));
      before = mine.catch(() => undefined);
      const answer = await mine;
      if (answer === 'over') return undefined;
      if ('exitCode' in answer) throw new Error(`The process of pictures ended with ${answer.exitCode}.`);
      return answer.drawn as Drawn<D> | undefined;
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
