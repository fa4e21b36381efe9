import type { Socket } from 'bun';
import { splitLines, zAnswered } from './lines.ts';

/** It does not run, ended meanwhile, or was too slow. */
export class ApartAway extends Error {
  override readonly name = 'ApartAway';
}

export interface ApartAsker {
  /** @throws ApartAway; Error with the message of what the program has thrown */
  ask(method: string, given: unknown, limitMs: number): Promise<unknown>;
  /** Whether it can be asked now. */
  isThere(): Promise<boolean>;
  stop(): void;
}

interface Open {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Asks a program that the launcher started, over its socket. One connection, made at the first question and again after its end. */
export function createApartAsker(path: string): ApartAsker {
  const open = new Map<number, Open>();
  let ids = 0;
  let connection: Promise<Socket> | undefined;
  let unsent: Uint8Array[] = [];

  const lost = (reason: string) => {
    connection = undefined;
    unsent = [];
    for (const { reject } of open.values()) reject(new ApartAway(reason));
    open.clear();
  };
  const take = (line: string) => {
    const answered = zAnswered.parse(JSON.parse(line));
    const asked = open.get(answered.id);
    open.delete(answered.id);
    if ('fault' in answered) asked?.reject(new Error(answered.fault));
    else asked?.resolve(answered.answer);
  };
  const send = (socket: Socket) => {
    for (let next = unsent[0]; next !== undefined; next = unsent[0]) {
      const sent = socket.write(next);
      if (sent < next.length) {
        if (sent > 0) unsent[0] = next.subarray(sent);
        return;
      }
      unsent.shift();
    }
  };
  const connect = (): Promise<Socket> => {
    const read = splitLines(take);
    return Bun.connect({
      unix: path,
      socket: {
        data(socket, bytes) {
          try {
            read(bytes);
          } catch (error) {
            socket.terminate();
            lost(String(error));
          }
        },
        drain: send,
        close: () => lost('it has ended'),
        error: (_socket, error) => lost(error.message),
      },
    }).catch((error: unknown) => {
      connection = undefined;
      throw new ApartAway(error instanceof Error ? error.message : String(error));
    });
  };

  return {
    async ask(method, given, limitMs) {
      connection ??= connect();
      const socket = await connection;
      ids += 1;
      const id = ids;
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        return await new Promise<unknown>((resolve, reject) => {
          open.set(id, { resolve, reject });
          timer = setTimeout(() => reject(new ApartAway(`no answer within ${limitMs} ms`)), limitMs);
          unsent.push(Buffer.from(`${JSON.stringify({ id, ask: method, given: given ?? null })}\n`));
          send(socket);
        });
      } finally {
        clearTimeout(timer);
        open.delete(id);
      }
    },
    async isThere() {
      connection ??= connect();
      return connection.then(
        () => true,
        () => false,
      );
    },
    stop() {
      void connection?.then(
        (socket) => socket.end(),
        () => undefined,
      );
    },
  };
}
