import type { Logger } from '@waypost/sdk';
import { createFraming } from '@waypost/store/wire';
import type { ByteStream } from '../channel/streams.ts';
import { withoutGreeting } from './greeting.ts';
import { StoreRefusal } from './refusal.ts';
import type { RunningCommand, RunningCommands } from './running-commands.ts';
import type { OpenUpstream, Upstream } from './store-way.ts';

/** Bytes waiting on one side above which the other is not read. */
const WAITING_BYTES = 8 * 1024 * 1024;
/** Bytes that one connection may have sent without a whole message: one message (48,000,000) and the start of the next. */
const HELD_BYTES = 64 * 1024 * 1024;
/** The same, for all connections of one plugin. */
const HELD_IN_ALL_BYTES = 2 * HELD_BYTES;
/** They wait on purpose: for changes, or for news of the server. */
const WAITING: ReadonlySet<string> = new Set(['getMore', 'hello', 'ismaster', 'isMaster']);

/** A command that may go on to the store. */
export interface PassingCommand {
  name: string;
  isAnswered: boolean;
}

export interface ConnectionPlace {
  open: OpenUpstream;
  log: Logger;
  running?: RunningCommands;
  /** Ends the plugin. */
  end?(reason: string): void;
  /** The command that a message asks for; undefined when it may not go on: it was answered here. */
  passing(message: Buffer): PassingCommand | undefined;
  /** Sees each answer of the store. */
  noteAnswer(answer: Buffer): void;
  /** What all connections of the plugin hold together. */
  heldInAll: { bytes: number };
  onEnd(): void;
}

/** Carries one connection of a plugin's driver to the store and back, until either side ends. */
export async function carryConnection(stream: ByteStream, place: ConnectionPlace): Promise<void> {
  const { heldInAll, log } = place;
  const incoming = createFraming();
  const outgoing = createFraming();
  let upstream: Upstream | undefined;
  let isOver = false;
  let early: Buffer[] = [];
  let isChannelPaused = false;
  let isStorePaused = false;
  /** Of messages that are not whole yet, and of those that wait for the connection. */
  let heldBytes = 0;
  const hold = (bytes: number) => {
    heldBytes += bytes;
    heldInAll.bytes += bytes;
  };
  let running: RunningCommand | undefined;

  const end = () => {
    if (isOver) return;
    isOver = true;
    running?.left();
    hold(-heldBytes);
    early = [];
    place.onEnd();
    if (isChannelPaused) stream.resume();
    upstream?.close();
    stream.end();
  };
  const send = (bytes: Buffer) => {
    if (upstream === undefined) return void early.push(bytes);
    upstream.write(upstream.isGreeted ? withoutGreeting(bytes) : bytes);
    if (upstream.waiting() <= WAITING_BYTES || isChannelPaused) return;
    isChannelPaused = true;
    stream.pause();
  };
  stream.onEnd = end;
  stream.onData = (chunk) => {
    if (isOver) return;
    try {
      hold(chunk.length);
      const messages = incoming.push(chunk);
      if (upstream !== undefined) for (const message of messages) hold(-message.length);
      if (heldBytes > HELD_BYTES || heldInAll.bytes > HELD_IN_ALL_BYTES)
        throw new StoreRefusal('too much was sent at once');
      for (const message of messages) {
        const command = place.passing(message);
        if (command === undefined) continue;
        if (command.isAnswered && !WAITING.has(command.name)) {
          running?.answered();
          running = place.running?.begin((reason) => place.end?.(reason));
        }
        send(message);
      }
    } catch (error) {
      log.warn({ error }, 'the plugin sent to the store what is no message');
      end();
    }
  };
  try {
    upstream = await place.open({
      data(chunk) {
        running?.answered();
        for (const answer of outgoing.push(chunk)) {
          place.noteAnswer(answer);
          stream.write(answer);
        }
        if (stream.waiting() <= WAITING_BYTES || isStorePaused) return;
        isStorePaused = true;
        upstream?.pause();
        stream.whenDrained(() => {
          isStorePaused = false;
          upstream?.resume();
        });
      },
      drained() {
        if (!isChannelPaused) return;
        isChannelPaused = false;
        stream.resume();
      },
      closed() {
        if (isOver) return;
        place.running?.storeLost();
        end();
      },
    });
  } catch (error) {
    log.debug({ error }, 'the store was not reached for a plugin');
    place.running?.storeLost();
    return end();
  }
  if (isOver) return upstream.close();
  for (const message of early) {
    hold(-message.length);
    send(message);
  }
  early = [];
}
