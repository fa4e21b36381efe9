import type { Manifest } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { Registrar } from '../../plugin/context/registrar.ts';
import type { LiveRequests } from './live-requests.ts';
import type { OperationRuns } from './operation-runs.ts';

/** Longest that the host waits for an answer about who may follow a topic, and of an event's handler, milliseconds. */
export const SHORT_MS = 10_000;

export interface RegisterOptions {
  context: PluginContext;
  registrar: Registrar;
  manifest: Manifest;
  live: LiveRequests;
  operations: OperationRuns;
  /** Asks the process as it is at that moment. */
  ask(
    method: string,
    params: unknown,
    options?: { signal?: AbortSignal; limitMs?: number },
  ): Promise<unknown>;
}
