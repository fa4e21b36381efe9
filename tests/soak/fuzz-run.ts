import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkStore } from '@waypost/store/archive';
import { type StoreProcess, storeProcess } from '@waypost/store/testing';
import { mongo } from 'mongoose';
import { settleWritesOfDeadSockets } from '../../runtime/storage/settle-writes.ts';
import { randomFrom } from '../crash/store/random.ts';
import { anyCommand } from './fuzz-commands.ts';
import type { Random } from './fuzz-values.ts';
import { brokenMessage, connectWire, opMsg, type WireClient } from './fuzz-wire.ts';

export interface FuzzVerdict {
  commands: number;
  refused: number;
  broken: number;
  faults: string[];
}

/** Longest an answer may take, milliseconds: commands carry maxTimeMS 2000. */
const HANG = 10_000;
const MOST_FAULTS = 20;
/** A broken message may be the start of a longer one: then silence is right. */
const PATIENCE = 15;

/**
 * Sends random commands and broken messages. A fault is a store that ends, hangs, answers what is not well-formed or
 * with an internal error (code 1), or whose indexes do not agree with its documents at the end.
 */
export async function runFuzz(input: {
  seed: number;
  rounds: number;
  minutes?: number;
  say: (line: string) => void;
}): Promise<FuzzVerdict> {
  settleWritesOfDeadSockets();
  const directory = mkdtempSync(join(tmpdir(), 'wp-fuzz-'));
  const random = randomFrom(input.seed);
  const store = storeProcess(directory);
  const verdict: FuzzVerdict = { commands: 0, refused: 0, broken: 0, faults: [] };
  const until = input.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + input.minutes * 60_000;
  try {
    await store.start();
    for (
      let round = 0;
      round < input.rounds && Date.now() < until && verdict.faults.length < MOST_FAULTS;
      round += 1
    ) {
      const client = await connectWire(store.socket);
      if (random() < 0.4) await sendBroken(store, client, random, verdict);
      else
        for (let n = 0; n < 20 && verdict.faults.length < MOST_FAULTS; n += 1)
          await sendCommand(client, random, verdict);
      client.close();
      if (store.hasEnded()) verdict.faults.push(`the store ended: ${store.complaints().slice(-2000)}`);
      if (round % 500 === 499) input.say(`${verdict.commands} commands, ${verdict.broken} broken messages`);
    }
    if (!store.hasEnded() && (await store.stop()) !== 0)
      verdict.faults.push('the store did not end in good order');
    verdict.faults.push(...checkStore(store.file).problems);
    return verdict;
  } finally {
    await store.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function sendCommand(client: WireClient, random: Random, verdict: FuzzVerdict): Promise<void> {
  const command = anyCommand(random);
  let body: Uint8Array;
  try {
    body = mongo.BSON.serialize({ ...command, $db: 'fuzz' }, { ignoreUndefined: random() < 0.5 });
  } catch {
    // The client's own library refuses it (a NUL in a name): such bytes come from brokenMessage.
    return;
  }
  client.send(opMsg(body));
  verdict.commands += 1;
  const answer = await client.answer(HANG).catch((error: Error) => error);
  const what = () => mongo.BSON.EJSON.stringify(command).slice(0, 500);
  if (answer instanceof Error) verdict.faults.push(`${answer.message} to ${what()}`);
  else if (answer === 'silent' || answer === 'closed') verdict.faults.push(`${answer} after ${what()}`);
  else if (answer.ok === 0) {
    verdict.refused += 1;
    const isSaid = typeof answer.code === 'number' && typeof answer.errmsg === 'string' && answer.code !== 1;
    if (!isSaid) verdict.faults.push(`${mongo.BSON.EJSON.stringify(answer).slice(0, 500)} to ${what()}`);
  } else if (answer.ok !== 1) verdict.faults.push(`an answer without ok to ${what()}`);
  else
    for (const one of (answer.writeErrors ?? []) as mongo.Document[])
      if (one.code === 1) verdict.faults.push(`${String(one.errmsg)} to ${what()}`);
}

async function sendBroken(
  store: StoreProcess,
  client: WireClient,
  random: Random,
  verdict: FuzzVerdict,
): Promise<void> {
  const message = brokenMessage(random);
  client.send(message);
  verdict.broken += 1;
  const answer = await client.answer(PATIENCE).catch((error: Error) => error);
  if (answer instanceof Error) verdict.faults.push(`${answer.message} to ${message.toString('hex')}`);
  else if (typeof answer !== 'string' && answer.code === 1)
    verdict.faults.push(`${String(answer.errmsg)} to ${message.toString('hex')}`);
  // Whatever happens to that connection, others are served.
  const other = await connectWire(store.socket).catch(() => undefined);
  other?.send(opMsg(mongo.BSON.serialize({ ping: 1, $db: 'admin' })));
  const pong = await other?.answer(HANG);
  other?.close();
  if (typeof pong !== 'object' || pong.ok !== 1)
    verdict.faults.push(`no ping after ${message.toString('hex').slice(0, 400)}`);
}
