import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longest waits for an answer, milliseconds: of the store, and of a process that does nothing else than answer. */
export interface Waits {
  store: number;
  still: number;
}

export interface Neighbour {
  /** Longest waits while `work` runs. */
  during(work: () => Promise<unknown>): Promise<Waits>;
  stop(): Promise<void>;
}

/** Starts a client with a process of its own. `uri`: of the store. */
export async function startNeighbour(uri: string): Promise<Neighbour> {
  const socket = join(tmpdir(), `wp-still-${crypto.randomUUID().slice(0, 8)}.sock`);
  const still = await start('still/main.ts', [socket]);
  let told: (waits: Waits) => void = () => undefined;
  const asking = await start('neighbour/main.ts', [uri, socket], (waits) => told(waits));
  const waits = (): Promise<Waits> =>
    new Promise((resolve) => {
      told = resolve;
      asking.send('waits');
    });
  return {
    during: async (work) => {
      await waits();
      await work();
      return waits();
    },
    stop: async () => {
      for (const child of [asking, still]) {
        child.kill();
        await child.exited;
      }
    },
  };
}

/** A process of the bench, once it has said that it is ready. `told`: of what it says later. */
function start(
  file: string,
  words: string[],
  told: (waits: Waits) => void = () => undefined,
): Promise<Bun.Subprocess> {
  return new Promise((resolve, reject) => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, file), ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      ipc: (message: 'ready' | Waits) => (message === 'ready' ? resolve(child) : told(message)),
      onExit: (_, code) => reject(new Error(`${file} ended with ${code}`)),
    });
  });
}
