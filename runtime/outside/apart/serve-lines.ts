import { AppError } from '@waypost/contract';
import type { Logger, ProgramAnswers } from '@waypost/sdk';
import type { Socket } from 'bun';
import { splitLines, zAsked } from './lines.ts';

interface Connection {
  take(bytes: Uint8Array): void;
  /** What the other side has not taken yet. */
  waiting: Uint8Array[];
}

/** Answers questions that come as JSON lines over a unix socket. */
export function serveLines({ path, answers, log }: { path: string; answers: ProgramAnswers; log: Logger }): {
  stop(): void;
} {
  const server = Bun.listen<Connection>({
    unix: path,
    socket: {
      open(socket) {
        socket.data = { take: splitLines((line) => void answer(socket, line)), waiting: [] };
      },
      data(socket, bytes) {
        try {
          socket.data.take(bytes);
        } catch (error) {
          log.warn({ error }, 'a question was too long');
          socket.terminate();
        }
      },
      drain: send,
      error: (_socket, error) => log.warn({ error }, 'a connection has failed'),
    },
  });

  async function answer(socket: Socket<Connection>, line: string): Promise<void> {
    let id: number | undefined;
    try {
      const asked = zAsked.parse(JSON.parse(line));
      id = asked.id;
      const found = Object.hasOwn(answers, asked.ask) ? answers[asked.ask] : undefined;
      if (found === undefined) throw new TypeError(`the program answers no "${asked.ask}"`);
      write(socket, { id, answer: (await found(asked.given, new AbortController().signal)) ?? null });
    } catch (error) {
      if (!(error instanceof AppError)) log.warn({ error }, 'a question was not answered');
      // Without an id nobody would know what is answered.
      if (id === undefined) socket.terminate();
      else write(socket, { id, fault: error instanceof Error ? error.message : String(error) });
    }
  }

  return { stop: () => server.stop(true) };
}

function write(socket: Socket<Connection>, value: unknown): void {
  socket.data.waiting.push(Buffer.from(`${JSON.stringify(value)}\n`));
  send(socket);
}

function send(socket: Socket<Connection>): void {
  const { waiting } = socket.data;
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const sent = socket.write(next);
    if (sent < next.length) {
      if (sent > 0) waiting[0] = next.subarray(sent);
      return;
    }
    waiting.shift();
  }
}
