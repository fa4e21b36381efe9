import { OPERATIONS_TOPIC } from '@waypost/contract';
import type { RealtimeTopic } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';

/** Shortest time between two events to one owner, milliseconds. */
const PAUSE_MS = 300;

/** Topic of an owner's operations that go on or have just ended, told after each change by any process. */
export function tellOperations(context: PlatformContext): RealtimeTopic {
  const desk = context.operationDesk;
  return {
    permission: 'system.operation:read',
    isState: true,
    scope: ({ caller, parameter }) => (parameter === undefined ? caller.id : undefined),
    watched(owner) {
      let told = '';
      let isEnded = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tell = async (): Promise<void> => {
        const operations = await desk.recent(owner);
        const text = JSON.stringify(operations);
        if (isEnded || text === told) return;
        told = text;
        context.realtime.publish(OPERATIONS_TOPIC, { operations }, owner);
      };
      const tellSoon = (): void => {
        timer ??= setTimeout(() => {
          timer = undefined;
          tell().catch((error: unknown) => context.log.debug({ error }, 'operations could not be told'));
        }, PAUSE_MS);
      };
      const stop = desk.onChange((changed) => {
        if (changed === undefined || changed === owner) tellSoon();
      });
      // To whoever has just come: what goes on does so whether or not it changes at the moment.
      tellSoon();
      return async () => {
        isEnded = true;
        clearTimeout(timer);
        await stop();
      };
    },
  };
}
