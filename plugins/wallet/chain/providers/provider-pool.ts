import type { PluginContext } from '@waypost/sdk';
import { askProvider, type Provider, type Question } from './ask-provider.ts';
import { NoProvider, ProviderFault } from './fault.ts';
import type { ProviderFaultKind } from './values.ts';

/** Asks one provider; every question of one matter goes to the same. */
export type Ask = (question: Question) => Promise<unknown>;

export interface ProviderState {
  /** Milliseconds since 1970 until which it is asked nothing; 0: it can be asked. */
  restsUntil: number;
  fault: ProviderFaultKind | '';
}

/** Those who tell of the chain, in their order: who fails or has had enough rests, and the next one is asked. */
export interface ProviderPool {
  /**
   * Does a piece of work with the first provider that can; when it fails, with the next one. `except` leaves some out, as a
   * second witness has to be somebody else.
   * @throws NoProvider when nobody can be asked; ProviderFault where whoever was asked said nothing of use of this very matter; else
   * whatever the work throws that is no fault of a provider
   */
  work<T>(
    providers: readonly Provider[],
    piece: (ask: Ask, provider: Provider) => Promise<T>,
    except?: readonly string[],
  ): Promise<T>;
  state(id: string): ProviderState;
}

const RESTED: ProviderState = { restsUntil: 0, fault: '' };

export function createProviderPool(context: Pick<PluginContext, 'internet' | 'clock' | 'log'>): ProviderPool {
  const states = new Map<string, ProviderState>();
  const pace = createPace();
  const state = (id: string): ProviderState => {
    const found = states.get(id);
    return found === undefined || found.restsUntil <= context.clock.now() ? RESTED : found;
  };
  return {
    state,
    async work(providers, piece, except = []) {
      let unsaid: ProviderFault | undefined;
      for (const provider of providers) {
        if (except.includes(provider.id) || state(provider.id).restsUntil > 0) continue;
        const ask: Ask = async (question) => {
          await pace(provider);
          return askProvider(context, provider, question);
        };
        try {
          return await piece(ask, provider);
        } catch (error) {
          if (!(error instanceof ProviderFault)) throw error;
          // Anybody can make one transaction that nobody can read: others must not wait for it.
          if (error.restMs === 0) {
            unsaid = error;
            continue;
          }
          context.log.warn({ provider: provider.name, fault: error.kind }, 'a provider of the chain rests');
          states.set(provider.id, {
            restsUntil: context.clock.now() + error.restMs,
            fault: error.kind,
          });
        }
      }
      throw unsaid ?? new NoProvider('no provider of the chain can be asked');
    },
  };
}

/** Waits so that each is asked no more often than it allows. */
function createPace(): (provider: Provider) => Promise<void> {
  const next = new Map<string, number>();
  return async ({ id, perSecond }) => {
    const now = performance.now();
    const turn = Math.max(now, next.get(id) ?? 0);
    next.set(id, turn + 1_000 / perSecond);
    if (turn > now) await new Promise((resolve) => setTimeout(resolve, turn - now));
  };
}
