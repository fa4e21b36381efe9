import { NoProvider, ProviderFault } from '../providers/fault.ts';
import { type ChainReading, heads } from './find-solid.ts';

/** Milliseconds of the chain's clock; undefined: nobody can be asked now. */
export async function chainTime(watch: ChainReading): Promise<number | undefined> {
  try {
    const { time } = await watch.pool.work(watch.providers, (ask) => heads(watch, ask));
    return time;
  } catch (error) {
    if (error instanceof NoProvider || error instanceof ProviderFault) return undefined;
    throw error;
  }
}
