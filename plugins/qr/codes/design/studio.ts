import type { Picture, PictureStyle } from '../../screens/qr_code_list/calls.ts';
import { drawPicture } from '../draw-picture.ts';
import { qrErrors } from '../errors.ts';
import type { Fault } from './readable.ts';
import type { StudioAnswer, StudioWork } from './studio-work.ts';
import type { Design } from './values.ts';

/** Longest that somebody waits for a proof or a picture, milliseconds; either takes a fraction of a second. */
const LIMIT_MS = 10_000;
/** Work that may wait; whoever comes then is told to come again. */
const MOST_WAITING = 32;
/** A thread that has nothing to do is kept this long, milliseconds: it holds some memory. */
const IDLE_MS = 60_000;

/** What the studio needs of a thread. */
export interface StudioThread {
  postMessage(work: StudioWork): void;
  onmessage: ((event: MessageEvent<StudioAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** Draws and judges designs on a thread of its own, one after another: the runtime's thread answers visits meanwhile. */
export interface Studio {
  /** What keeps scanners from reading the design; undefined when they can. Errors: `qr.picture_busy` 503. */
  judge(address: string, design: Design): Promise<Fault | undefined>;
  /** As `drawPicture`. Errors: `qr.picture_busy` 503. */
  draw(address: string, style: PictureStyle, design: Design | null): Promise<Picture>;
  /** Ends the thread; what waits is refused. */
  close(): void;
}

interface Waiting {
  work: StudioWork;
  timer: ReturnType<typeof setTimeout>;
  settle(answer: StudioAnswer): void;
}

export interface StudioOptions {
  limitMs?: number;
  mostWaiting?: number;
  idleMs?: number;
  startThread?: () => StudioThread;
}

export function createStudio(options: StudioOptions = {}): Studio {
  const { limitMs = LIMIT_MS, mostWaiting = MOST_WAITING, idleMs = IDLE_MS } = options;
  const startThread =
    options.startThread ??
    (() => new Worker(new URL('./studio-worker.ts', import.meta.url).href) as StudioThread);
  let waiting: Waiting[] = [];
  let current: Waiting | undefined;
  let thread: StudioThread | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const endThread = (): void => {
    thread?.terminate();
    thread = undefined;
  };
  const finish = (answer: StudioAnswer): void => {
    const done = current;
    current = undefined;
    if (done !== undefined) {
      clearTimeout(done.timer);
      done.settle(answer);
    }
    next();
  };
  const fail = (reason: string): void => {
    endThread();
    finish({ kind: 'failed', reason });
  };
  const open = (): StudioThread => {
    const opened = startThread();
    opened.onmessage = ({ data }) => {
      if (opened === thread) finish(data);
    };
    opened.onerror = (event) => {
      if (opened === thread) fail(event.message);
    };
    return opened;
  };
  const next = (): void => {
    clearTimeout(idle);
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) {
      idle = setTimeout(endThread, idleMs);
      idle.unref();
      return;
    }
    thread ??= open();
    thread.postMessage(current.work);
  };

  const ask = async <K extends StudioWork['kind']>(
    work: StudioWork & { kind: K },
  ): Promise<Extract<StudioAnswer, { kind: K }>> => {
    if (waiting.length >= mostWaiting) throw busy('too much waits');
    const answer = await new Promise<StudioAnswer>((settle) => {
      const one: Waiting = {
        work,
        settle,
        timer: setTimeout(() => {
          if (current === one) return fail('it took too long');
          waiting = waiting.filter((other) => other !== one);
          settle({ kind: 'failed', reason: 'it waited too long' });
        }, limitMs),
      };
      waiting.push(one);
      next();
    });
    if (answer.kind !== work.kind)
      throw busy(answer.kind === 'failed' ? answer.reason : 'an answer to something else');
    return answer as Extract<StudioAnswer, { kind: K }>;
  };

  return {
    judge: async (address, design) => (await ask({ kind: 'judge', address, design })).fault,
    draw: async (address, style, design) => {
      // Vectors and plain black and white take a few milliseconds.
      if (design === null || style.format === undefined || style.format === 'svg')
        return drawPicture(address, style, design);
      return (await ask({ kind: 'draw', address, style, design })).picture;
    },
    close: () => {
      const left = waiting;
      waiting = [];
      for (const { timer, settle } of left) {
        clearTimeout(timer);
        settle({ kind: 'failed', reason: 'closed' });
      }
      fail('closed');
      clearTimeout(idle);
    },
  };
}

function busy(reason: string) {
  return qrErrors.pictureBusy.create({}, { cause: new Error(`a picture was given up: ${reason}`) });
}
