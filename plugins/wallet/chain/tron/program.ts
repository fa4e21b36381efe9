import type { Program } from '@waypost/sdk';
import type { providers as TronProviders, TronWeb as TronWebClass } from 'tronweb';
import { z } from 'zod';
import { SENDING_CALLS, SENDING_QUESTIONS } from './sending-calls.ts';

// `import` of tronweb fails at random on a cold cache of the transpiler (`proto is not defined`), `require` never did.
const { TronWeb, providers } = require('tronweb') as {
  TronWeb: typeof TronWebClass;
  providers: typeof TronProviders;
};

/** A request that tronweb wants made: the program has no network, whoever asks it has. */
interface Wanted {
  path: string;
  method: 'get' | 'post';
  payload: unknown;
}

/** What became of a question so far: a request is wanted, or it is answered. */
export type TronStep = { ticket: number; wanted: Wanted } | { result: unknown } | { fault: string };

/** Longest that a question waits for an answer to its request, milliseconds. */
const FORGOTTEN_MS = 60_000;

const TOKEN = ['decimals', 'symbol'].map((name) => ({
  name,
  type: 'function',
  stateMutability: 'view',
  inputs: [],
  outputs: [{ name: '', type: name === 'decimals' ? 'uint8' : 'string' }],
}));

const zBegin = z.discriminatedUnion('call', [
  z.strictObject({ call: z.literal('information'), transaction: z.string() }),
  z.strictObject({ call: z.literal('latest'), transaction: z.string() }),
  z.strictObject({ call: z.literal('heads') }),
  z.strictObject({ call: z.literal('token'), contract: z.string() }),
  ...SENDING_QUESTIONS,
]);
export type TronCall = z.input<typeof zBegin>;
const zGo = z.strictObject({ ticket: z.int(), answer: z.unknown().optional(), fault: z.string().optional() });

/** What tronweb is asked for, as it says it. */
const CALLS = {
  information: (tron: TronWebClass, { transaction }: { transaction: string }) =>
    tron.trx.getTransactionInfo(transaction),
  latest: (tron: TronWebClass, { transaction }: { transaction: string }) =>
    tron.trx.getUnconfirmedTransactionInfo(transaction),
  heads: async (tron: TronWebClass) => ({
    head: await tron.trx.getCurrentBlock(),
    solid: await tron.trx.getConfirmedCurrentBlock(),
  }),
  token: async (tron: TronWebClass, { contract }: { contract: string }) => {
    // Somebody has to ask; anybody may.
    tron.setAddress(contract);
    // What a contract can do is data here, and a type of its own to tronweb.
    const token = tron.contract(TOKEN as never, contract) as unknown as Record<
      string,
      () => { call(): Promise<unknown> }
    >;
    const [decimals, symbol] = [await token.decimals?.().call(), await token.symbol?.().call()];
    return { decimals: Number(decimals), symbol: String(symbol) };
  },
  ...SENDING_CALLS,
} as const;

interface Waiting {
  answer(given: { answer?: unknown; fault?: string | undefined }): void;
  next(): Promise<TronStep>;
}

/** tronweb in a process of its own: it says which requests it wants made and makes sense of their answers. */
export const program: Program = () => {
  const waiting = new Map<number, Waiting>();
  let tickets = 0;
  const begin = (asked: z.output<typeof zBegin>): Promise<TronStep> => {
    tickets += 1;
    const ticket = tickets;
    let tell: (step: TronStep) => void = () => undefined;
    let told = new Promise<TronStep>((resolve) => {
      tell = resolve;
    });
    const next = () => told;
    class Handed extends providers.HttpProvider {
      override request<T>(path: string, payload: unknown = {}, method = 'get'): Promise<T> {
        return new Promise<T>((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error('nobody answered')), FORGOTTEN_MS);
          const step = tell;
          told = new Promise((resolveNext) => {
            tell = resolveNext;
          });
          waiting.set(ticket, {
            next,
            answer({ answer, fault }) {
              clearTimeout(timer);
              waiting.delete(ticket);
              if (fault === undefined) resolve(answer as T);
              else reject(new Error(fault));
            },
          });
          step({ ticket, wanted: { path, method: method === 'post' ? 'post' : 'get', payload } });
        });
      }
    }
    const handed = new Handed('http://chain.invalid');
    const tron = new TronWeb({ fullNode: handed, solidityNode: handed, eventServer: handed });
    const first = told;
    void Promise.resolve()
      // Each call takes what is asked of it, which goes with its name.
      .then((): Promise<unknown> => CALLS[asked.call](tron, asked as never))
      .then((result) => tell({ result }))
      .catch((error: unknown) => tell({ fault: error instanceof Error ? error.message : String(error) }))
      .finally(() => waiting.delete(ticket));
    return first;
  };
  return {
    answers: {
      begin: (given) => begin(zBegin.parse(given)),
      go(given) {
        const { ticket, answer, fault } = zGo.parse(given);
        const found = waiting.get(ticket);
        // The process was started anew in between: the question is asked again as a whole.
        if (found === undefined) return { fault: 'unknown ticket' } satisfies TronStep;
        const step = found.next();
        found.answer({ answer, fault });
        return step;
      },
    },
  };
};
