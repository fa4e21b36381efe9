import { definePlugin } from '@waypost/sdk';
import * as calls from './calls.ts';
import { colour, note } from './resources.ts';

/** A plugin that uses every part of the contract; the contract tests drive the kernel through it. */
export const plugin = definePlugin({
  id: 'good',
  migrations: [
    {
      number: 1,
      name: 'one colour',
      async up(context) {
        await context.model(colour).updateOne(
          { _id: '0'.repeat(24) },
          {
            $setOnInsert: {
              name: 'first',
              version: 1,
              create_time: context.clock.date(),
              update_time: context.clock.date(),
            },
          },
          { upsert: true },
        );
      },
    },
  ],
  setup(context) {
    const words = context.collection<{ word: string }>({ name: 'word', fields: { word: String } });
    context.resource(colour);
    context.resource(note, {
      present: (rows) => rows.map((row) => ({ ...row, shouted: row.title.toUpperCase() })),
      created: (row) => ({ slug: row.slug }),
      afterWrite: async (after) => {
        if (after?.title === 'refuse me') throw new Error('refused after the write');
      },
      actions: {
        touch: async ({ id, body, row, session }) => {
          const touched = Number(row.touched) + (body as { by: number }).by;
          await context.model(note).updateOne({ _id: id }, { $set: { touched } }, { session });
          return { touched };
        },
      },
    });
    context.call(calls.bin, (body, request) => context.list(note, body, request, { from: 'bin' }) as never);
    context.call(calls.echo, (body, request) => ({ text: body.text, address: request.address }));
    context.call(calls.limited, () => null);
    context.call(calls.whoAmI, (_body, request) => ({ account: request.caller.account }));
    context.call(calls.guarded, () => null);
    context.call(calls.fail, () => {
      throw new Error('password=hunter2 at /etc/shadow');
    });
    context.call(calls.forget, () => {
      void Promise.reject(new Error('nobody awaits this'));
      return null;
    });
    context.call(calls.leak, () => ({ shown: 'yes', hidden: 'secret' }));
    context.call(calls.slow, async (body) => {
      // Tests wait for this line: only then is the call on its way.
      context.log.warn({}, 'slow begins');
      await Bun.sleep(body.milliseconds);
      return { waited: body.milliseconds };
    });
    context.jobs.define('write', async (data) => {
      await words.create({ word: String(data.word) });
    });
    context.call(calls.runJob, async (body) => {
      await context.jobs.now('write', { word: body.word });
      return null;
    });
    context.call(calls.jobWords, async () => (await words.find().lean()).map((entry) => String(entry.word)));
  },
});
