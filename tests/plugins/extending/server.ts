import { defineError, defineSettings, field } from '@waypost/contract';
import { definePlugin, type RowEvent } from '@waypost/sdk';
import { z } from 'zod';
import * as calls from './calls.ts';
import { contributeToTheProduct } from './contributions.ts';

const refused = defineError({ code: 'extending_refused', status: 409 });
const settings = defineSettings({
  fields: {
    greeting: field(z.string().min(1).max(20), { default: 'Hello' }),
    token: field(z.string().min(8), { default: '--------', secret: true }),
  },
});

/** Uses every extension point: hooks on another plugin's resource, a point of its own, settings, a kind of visit rule. */
export const plugin = definePlugin({
  id: 'extending',
  setup(context) {
    const events: RowEvent[] = [];
    let changes = 0;
    context.hooks.before('good.note.create', async ({ change }) => {
      if (change?.title === 'forbidden') throw refused.create();
      if (change?.title === 'fault') throw new Error('a fault of the hook');
      if (change?.title === 'stuck') await new Promise(() => {});
    });
    context.hooks.before(
      'good.note.purge',
      () => {
        throw new Error('always');
      },
      { onFailure: 'refuse' },
    );
    for (const action of ['create', 'update', 'bin', 'restore'])
      context.hooks.after(`good.note.${action}`, (event) => void events.push(event));
    context.call(calls.heard, () => events);

    const own = context.settings(settings);
    own.onChange(() => {
      changes += 1;
    });
    context.call(calls.settings, async () => {
      const { greeting, token } = await own.get();
      return { greeting, token_length: token.length, changes };
    });

    context.points.offer({
      name: 'extending.greeter',
      version: '1.2.0',
      check(contribution) {
        if (typeof contribution.greet !== 'function') throw new TypeError('greet is missing');
      },
    });
    context.points.contribute('extending.greeter', '^1', 'extending.kind', {
      polite: true,
      greet: async (name: string) => `${(await own.get()).greeting}, ${name}`,
    });
    context.points.contribute('extending.greeter', '^1', 'extending.mute', { polite: false });
    context.points.contribute('extending.greeter', '^2', 'extending.tomorrow', {
      greet: async () => 'later',
    });
    context.call(calls.greet, async ({ name }) => {
      const greeters = await context.points.contributions<{
        polite: boolean;
        greet(name: string): Promise<string>;
      }>('extending.greeter');
      return Promise.all(
        greeters.map(async (one) => ({
          by: one.name,
          said: await one.contribution.greet(name),
          polite: one.contribution.polite,
        })),
      );
    });

    contributeToTheProduct(context);

    context.visitRules.kind({
      name: 'extending.hours',
      parameters: { from: 'number', to: 'number' },
      condition: { fact: 'hour', from: { parameter: 'from' }, to: { parameter: 'to' } },
    });
    context.call(calls.rules, async ({ kind, parameters }) => ({
      kinds: (await context.visitRules.kinds()).map(({ name }) => name),
      condition: await context.visitRules.fill(kind, parameters),
    }));
  },
});
