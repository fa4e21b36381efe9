import { readFileSync } from 'node:fs';
import { createDocumentWriter, encodeOpMsg } from '@waypost/store/wire';
import type { Socket } from 'bun';

/** How often the store is asked, milliseconds. */
const ASK_MS = 1_000;
/**
 * Work that its main thread may do without an answer, milliseconds. Everything of it runs in slices of 8 ms, but one
 * expression over one document cannot be cut: a pattern such as `(a+)+$` works for years.
 */
const STUCK_MS = 15_000;
/** Linux tells processor time in hundredths of a second on every architecture (USER_HZ). */
const MS_A_TICK = 10;

export interface StoreWatchdogOptions {
  socketPath: string;
  /** Undefined while it is not running. */
  pid(): number | undefined;
  /** Ends it; it is started again by whoever started it. */
  end(reason: string): void;
  /** Processor time of the main thread, milliseconds. */
  usedMs?: (pid: number) => number;
  askMs?: number;
  stuckMs?: number;
}

/** Ends an embedded store that works and works and answers nobody. What was answered before is on the disk. */
export function startStoreWatchdog(options: StoreWatchdogOptions): { stop(): void } {
  const { askMs = ASK_MS, stuckMs = STUCK_MS, usedMs = mainThreadMs } = options;
  let socket: Socket | undefined;
  let isConnecting = false;
  let asked: { pid: number; used: number } | undefined;
  const lost = () => {
    socket = undefined;
    asked = undefined;
  };

  async function connect(): Promise<void> {
    isConnecting = true;
    try {
      socket = await Bun.connect({
        unix: options.socketPath,
        socket: {
          data() {
            asked = undefined;
          },
          close: lost,
          error: lost,
          connectError() {},
        },
      });
    } catch {
      // It is starting, or was just ended: the next look will tell.
      lost();
    }
    isConnecting = false;
  }

  function look(): void {
    const pid = options.pid();
    if (pid === undefined || isConnecting) return;
    if (socket === undefined) return void connect();
    if (asked === undefined || asked.pid !== pid) {
      asked = { pid, used: usedMs(pid) };
      socket.write(ping());
      return;
    }
    const worked = usedMs(pid) - asked.used;
    if (worked < stuckMs) return;
    socket.terminate();
    lost();
    options.end(`it worked for ${Math.round(worked / 1000)} s and answered nobody`);
  }

  const timer = setInterval(look, askMs);
  return {
    stop() {
      clearInterval(timer);
      socket?.terminate();
    },
  };
}

function ping(): Uint8Array {
  const document = createDocumentWriter();
  document.int32('ping', 1);
  document.string('$db', 'admin');
  return encodeOpMsg(1, 0, [document.finish()]);
}

/** Of the main thread alone: others may rightly be at work for long. 0 where the system does not tell. */
function mainThreadMs(pid: number): number {
  try {
    // Behind the name, which may hold blanks: state is field 3, utime and stime are 14 and 15 (proc_pid_stat).
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
  } catch {
    // Gone, or a system without /proc.
    return 0;
  }
}
