import { defineCall } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';

/** About what an event of today's figures says. */
const FILLING = 'x'.repeat(600);
/** Events are due by the clock: a timer that comes late makes up for it. */
const TIMER_MS = 5;

const run = defineCall({
  area: 'ticker',
  call: 'run',
  body: z.strictObject({ per_second: z.int(), seconds: z.int(), audiences: z.array(z.string()) }),
  result: z.object({ events: z.int() }),
  access: { permission: 'ticker.event:run' },
  summary: 'Publishes events, to one audience after another',
});

/** Events for the bench: audience by the parameter that a channel asks with. */
export const plugin = definePlugin({
  id: 'ticker',
  setup(context) {
    context.realtime.topic('ticker.events', { scope: ({ parameter }) => parameter });
    context.call(run, async ({ per_second, seconds, audiences }) => {
      const started = performance.now();
      let events = 0;
      while (events < per_second * seconds) {
        const due = Math.floor(((performance.now() - started) * per_second) / 1_000);
        for (; events < Math.min(due, per_second * seconds); events += 1) {
          const at = performance.timeOrigin + performance.now();
          const audience = audiences[events % audiences.length] ?? '';
          context.realtime.publish('ticker.events', { at, filling: FILLING }, audience);
        }
        await new Promise((resolve) => setTimeout(resolve, TIMER_MS));
      }
      return { events };
    });
  },
});
