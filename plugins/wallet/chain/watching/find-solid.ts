import type { Provider } from '../providers/ask-provider.ts';
import { NoProvider, ProviderFault } from '../providers/fault.ts';
import type { Ask } from '../providers/provider-pool.ts';
import {
  type Heads,
  isSame,
  nonsense,
  readHeads,
  readInformation,
  type SolidTransaction,
} from '../reading/information.ts';
import { askTron, TronFault } from '../tron/ask-tron.ts';
import type { Watch } from './watch.ts';

/** All that reading a transaction rests on. */
export type ChainReading = Omit<Watch, 'steps'>;

/**
 * A transaction as a solid block has it, with as many blocks behind as were asked for; undefined: not yet. Where there is a
 * second provider it has to say the same: the word of one is not enough to credit money.
 * @throws ProviderFault when the first one answers nothing that counts
 */
export async function findSolid(
  watch: ChainReading,
  { ask, provider, id }: { ask: Ask; provider: Provider; id: string },
): Promise<SolidTransaction | undefined> {
  const { context, pool, providers, config } = watch;
  const found = await information(watch, ask, id);
  if (found === undefined) return undefined;
  const isDeep = ({ head, solid }: Heads) =>
    found.block <= solid && head - found.block >= config.confirmations;
  const known = watch.heads.get(provider.id);
  if (known === undefined || !isDeep(known)) {
    const now = await heads(watch, ask);
    watch.heads.set(provider.id, now);
    if (!isDeep(now)) return undefined;
  }
  if (providers.length === 1) return found;
  try {
    const other = await pool.work(providers, (second) => information(watch, second, id), [provider.id]);
    if (other !== undefined && isSame(found, other)) return found;
    if (other !== undefined)
      context.log.warn(
        { provider: provider.name, transaction: id },
        'two providers say different things of a transaction',
      );
  } catch (error) {
    if (!(error instanceof NoProvider || error instanceof ProviderFault)) throw error;
    context.log.warn({ transaction: id }, 'a transaction waits for a second provider');
  }
  return undefined;
}

/** What a node says of a transaction; undefined: no solid block has it. */
export async function information({ context }: Pick<Watch, 'context'>, ask: Ask, transaction: string) {
  return readInformation(
    await askOrRest(() => askTron(context, ask, { call: 'information', transaction })),
    transaction,
  );
}

/** The same of the newest blocks, which may change yet: good enough to say what is wrong, never to book anything. */
export async function latestInformation({ context }: Pick<Watch, 'context'>, ask: Ask, transaction: string) {
  return readInformation(
    await askOrRest(() => askTron(context, ask, { call: 'latest', transaction })),
    transaction,
  );
}

export async function heads({ context }: Pick<Watch, 'context'>, ask: Ask): Promise<Heads> {
  return readHeads(await askOrRest(() => askTron(context, ask, { call: 'heads' })));
}

/** What tronweb makes no sense of is no answer of a node. */
async function askOrRest(question: () => Promise<unknown>): Promise<unknown> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof TronFault) throw nonsense(error.message);
    throw error;
  }
}
