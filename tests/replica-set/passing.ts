import net from 'node:net';
import { createFraming, Opcode, parseMessage } from '@waypost/store/wire';
import { mongo } from 'mongoose';
import { answerTo, bodyOf, messageOf, withBody } from './messages.ts';

const { BSON } = mongo;
export type Document = mongo.Document;

/** A command on its way to a member. */
export interface Command {
  /** Such as `insert`; `hello` also for its old names. */
  name: string;
  body: Document;
  /** Number of the member, from 0, and whether it was the primary. */
  member: number;
  isPrimary: boolean;
}

/**
 * What happens to a command: nothing (undefined); an answer in the store's place; the connection ends before the store has seen
 * it, while it carries it out, or afterwards and before anybody is told; or it comes later by so many milliseconds.
 */
export type Fault =
  | { answer: Document }
  | 'cut before'
  | 'cut during'
  | 'cut after'
  | { delay: number }
  | undefined;

/** Beside `hello` drivers send nothing of their own accord that a fault would be about. */
const MONITORING: ReadonlySet<string> = new Set(['hello', 'ping', 'endSessions']);
const HELLO: ReadonlySet<string> = new Set(['hello', 'isMaster', 'ismaster']);
/** Commands that a member which is not the primary refuses by themselves. */
const NOT_WRITABLE = { ok: 0, errmsg: 'not primary', code: 10_107, codeName: 'NotWritablePrimary' };
/** mongod leaves the primary's connections open when it steps down, and ends what runs in them. */
const STEPPED_DOWN = {
  ok: 0,
  errmsg: 'operation was interrupted',
  code: 11_602,
  codeName: 'InterruptedDueToReplStateChange',
};

/** What mongod adds to these refusals: what the driver may do with a command that was not carried out. */
function withLabels(refusal: Document, { name, body }: Command): Document {
  const isOfTransaction = body.autocommit !== undefined;
  const isEnd = name === 'commitTransaction' || name === 'abortTransaction';
  const isFeed = name === 'getMore' || (name === 'aggregate' && body.pipeline?.[0]?.$changeStream);
  const errorLabels = [
    ...(isOfTransaction && !isEnd ? ['TransientTransactionError'] : []),
    ...(body.txnNumber !== undefined && (isEnd || !isOfTransaction) ? ['RetryableWriteError'] : []),
    ...(isFeed ? ['ResumableChangeStreamError'] : []),
  ];
  return errorLabels.length === 0 ? refusal : { ...refusal, errorLabels };
}

/** What a statement or a commit is told of a transaction that ended with the primary's office. */
const ENDED_WITH_OFFICE = {
  ok: 0,
  errmsg: 'transaction was aborted',
  code: 251,
  codeName: 'NoSuchTransaction',
  errorLabels: ['TransientTransactionError'],
};

/** A transaction that is open: what every command of it carries. */
type Transaction = Pick<Document, 'lsid' | 'txnNumber'>;
const transactionOf = ({ lsid, txnNumber, autocommit }: Document): string | undefined =>
  autocommit === undefined ? undefined : BSON.EJSON.stringify([lsid, txnNumber]);

interface Passing {
  member: number;
  client: net.Socket;
  upstream: net.Socket;
  /** Commands that wait for their answer, by the number of their message. */
  open: Map<number, { command: Command; after: 'cut after' | undefined }>;
  /** Numbers of those that were answered in the store's place as it carried them out: what it says is for nobody. */
  answered: Set<number>;
}

export interface PassingOptions {
  /** Path of the socket of the store behind. */
  socket: string;
  isPrimary(member: number): boolean;
  /** What a member says of itself and the others. */
  helloOf(answer: Document, member: number): Document;
  fault?: ((command: Command) => Fault) | undefined;
  changed?: ((command: Command, answer: Document) => Document | undefined) | undefined;
}

/** Which transactions are open, and which a step-down has ended. @param socket of the store */
function followTransactions(socket: string) {
  const open = new Map<string, Transaction>();
  const ended = new Set<string>();
  return {
    /** Whether a command is of one that has ended; others are followed. */
    hasEnded({ name, body }: Command): boolean {
      const transaction = transactionOf(body);
      if (transaction === undefined) return false;
      if (ended.has(transaction)) return true;
      // A commit that is under way may be carried out, and one that is asked for again is answered by the store.
      if (name === 'commitTransaction' || name === 'abortTransaction') open.delete(transaction);
      else open.set(transaction, { lsid: body.lsid, txnNumber: body.txnNumber });
      return false;
    },
    /** Ends all that are open, in the store as well. */
    end(): void {
      const upstream = net.connect(socket);
      upstream.on('error', () => upstream.destroy());
      for (const [key, transaction] of open) {
        ended.add(key);
        upstream.write(messageOf({ abortTransaction: 1, ...transaction, autocommit: false, $db: 'admin' }));
      }
      open.clear();
      upstream.end();
    },
  };
}

/** Carries commands and answers between drivers and the store, and what goes wrong on the way. */
export function createPassing(options: PassingOptions) {
  const passing = new Set<Passing>();
  const transactions = followTransactions(options.socket);
  let isHanging = false;

  const pass = (one: Passing, bytes: Buffer): void => {
    const { requestId, body, opcode } = parseMessage(bytes);
    const document = BSON.deserialize(body, { promoteValues: false, promoteBuffers: true });
    const given = Object.keys(document)[0] ?? '';
    const name = HELLO.has(given) ? 'hello' : given;
    const command = { name, body: document, member: one.member, isPrimary: options.isPrimary(one.member) };
    const forward = (after?: 'cut after') => {
      if (one.upstream.destroyed) return;
      one.open.set(requestId, { command, after });
      one.upstream.write(bytes);
    };
    const answer = (said: Document) => {
      one.client.write(answerTo(requestId, said));
    };
    if (MONITORING.has(name) || opcode !== Opcode.message) {
      forward();
      return;
    }
    const fault = command.isPrimary
      ? options.fault?.(command)
      : { answer: withLabels(NOT_WRITABLE, command) };
    if (command.isPrimary && transactions.hasEnded(command)) answer(ENDED_WITH_OFFICE);
    else if (fault === undefined) forward();
    else if (fault === 'cut before') one.client.destroy();
    else if (fault === 'cut during') {
      forward();
      one.client.end();
      one.client.destroy();
    } else if (fault === 'cut after') forward(fault);
    else if ('answer' in fault) answer(fault.answer);
    else setTimeout(forward, fault.delay);
  };

  const back = (one: Passing, bytes: Buffer): void => {
    const responseTo = bytes.readInt32LE(8);
    // The driver would take it for the answer to the next command of the connection.
    if (one.answered.delete(responseTo)) return;
    const asked = one.open.get(responseTo);
    one.open.delete(responseTo);
    if (asked?.after === 'cut after') {
      one.client.destroy();
      return;
    }
    one.client.write(asked === undefined ? bytes : changedBack(asked.command, bytes));
  };

  const changedBack = (command: Command, bytes: Buffer): Buffer => {
    const isHello = command.name === 'hello';
    if (!isHello && options.changed === undefined) return bytes;
    const said = BSON.deserialize(bodyOf(bytes), { promoteValues: false });
    const here = isHello ? options.helloOf(said, command.member) : said;
    const changed = options.changed?.(command, here);
    return changed === undefined && !isHello ? bytes : withBody(bytes, changed ?? here);
  };

  const accept = (member: number) => (client: net.Socket) => {
    const upstream = net.connect(options.socket);
    const one: Passing = { member, client, upstream, open: new Map(), answered: new Set() };
    passing.add(one);
    const end = () => {
      passing.delete(one);
      client.destroy();
      upstream.destroy();
    };
    const frames = { client: createFraming(), upstream: createFraming() };
    client.on('data', (chunk: Buffer) => {
      for (const bytes of frames.client.push(chunk)) pass(one, bytes);
    });
    upstream.on('data', (chunk: Buffer) => {
      for (const bytes of frames.upstream.push(chunk)) back(one, bytes);
    });
    for (const socket of [client, upstream]) {
      socket.on('close', end);
      socket.on('error', end);
    }
    if (isHanging) for (const socket of [client, upstream]) socket.pause();
  };

  return {
    accept,
    /**
     * Ends what runs, and every transaction that is open, as a step-down does: the store may have carried out all the same what
     * was under way, as mongod may have.
     */
    interrupt(): void {
      transactions.end();
      for (const { answered, open, client } of passing)
        for (const [requestId, { command }] of open)
          if (!MONITORING.has(command.name)) {
            open.delete(requestId);
            answered.add(requestId);
            client.write(answerTo(requestId, withLabels(STEPPED_DOWN, command)));
          }
    },
    cut(): void {
      for (const { client } of passing) client.destroy();
    },
    flow(way: 'pause' | 'resume'): void {
      isHanging = way === 'pause';
      for (const { client, upstream } of passing) for (const socket of [client, upstream]) socket[way]();
    },
  };
}
