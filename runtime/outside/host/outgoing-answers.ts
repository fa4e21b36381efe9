import type { Manifest } from '@waypost/contract';
import { INTERNET_METHODS, type InternetDoor, type OutgoingFetch } from '../../outgoing/index.ts';
import { requireCapability } from '../../plugin/activation/capability.ts';
import { INTERNET_GRANTS } from '../../plugin/context/guarded-internet.ts';

export interface OutgoingDoors {
  manifest: Manifest;
  granted: ReadonlySet<string>;
  /** Knows itself which hosts were granted. */
  fetch: OutgoingFetch;
  internet: InternetDoor;
}

type Answer = (params: unknown, signal: AbortSignal) => Promise<unknown>;

/** What is sent out for the child. What was granted is looked at for each question: the child's own look only keeps an honest plugin in order. */
export function outgoingAnswers({
  manifest,
  granted,
  fetch,
  internet,
}: OutgoingDoors): Readonly<Record<string, Answer>> {
  const answers = INTERNET_METHODS.map((method): [string, Answer] => [
    `internet.${method}`,
    async (params, signal) => {
      requireCapability({ id: manifest.id, granted }, INTERNET_GRANTS[method]);
      return internet(method, params, signal);
    },
  ]);
  return { fetch, ...Object.fromEntries(answers) };
}
